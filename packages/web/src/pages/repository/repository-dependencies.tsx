import { listDependencies } from "@knockon/contract/operations/repository";
import type { Dependency, Repository } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PackageSearch } from "lucide-react";
import { DeclarationFilters, useDeclarationSearch } from "./declaration-filters.tsx";
import { Declarations, keyOf } from "./declarations.tsx";
import { useClocks } from "./use-clocks.ts";
import { useFigures } from "./use-figures.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { TableSkeleton } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { countOf, formatCount } from "../../format/format.ts";
import { ListPage } from "../../list/list-page.tsx";

/** Other pages count only the repositories among the dependencies. */
const PARTS = [
  {
    label: "Dependencies",
    heading: "Repositories",
    isPart: ({ target_repository }: Dependency) => target_repository !== null,
  },
  {
    label: "Other names",
    heading: "External and unresolved names",
    isPart: ({ target_repository }: Dependency) => target_repository === null,
  },
] as const;

/** All declarations, resolved or not. */
export function RepositoryDependencies({ repository }: { repository: Repository }) {
  const { api } = useWorkspace();
  const { search, query, show } = useDeclarationSearch();
  const input = { params: { repository_id: repository.id }, query };
  const found = useQuery({ ...api.queryPage(listDependencies, input), placeholderData: keepPreviousData });
  return (
    <ListPage
      noun="dependencies"
      query={found}
      columns={[]}
      rowId={({ id }) => id}
      search={search}
      onSearch={show}
      filterLabel="Search dependencies"
      filters={<DeclarationFilters search={search} show={show} />}
      onExport={() => api.exportCsv(listDependencies, input)}
      empty={
        <EmptyState icon={PackageSearch} title="No dependencies">
          No scanned file declares a package, image, module or repository.
        </EmptyState>
      }
    >
      {(items) => (
        <DependencyParts items={items} isWhole={found.data?.total === items.length} repository={repository} />
      )}
    </ListPage>
  );
}

interface DependencyPartsProps {
  items: readonly Dependency[];
  /** Whether these are all dependencies of the search. */
  isWhole: boolean;
  repository: Repository;
}

/** The repositories among the dependencies, and the other names. */
function DependencyParts({ items, isWhole, repository }: DependencyPartsProps) {
  const timing = useClocks(repository, "source");
  const figures = useFigures(repository);
  // Rows would change places when their timing arrives.
  if ((timing.clocks === undefined && !timing.isError) || figures === undefined)
    return <TableSkeleton rows={Math.min(items.length, 12)} />;
  return (
    <div className="flex flex-col gap-6">
      {PARTS.map(({ label, heading, isPart }) => {
        const rows = items.filter(isPart);
        const count = new Set(rows.map(keyOf)).size;
        const inAll =
          label === "Dependencies"
            ? countOf(count, "repository", "repositories")
            : countOf(count, "name", "names");
        const inUse =
          label === "Dependencies" &&
          figures !== null &&
          `${formatCount(figures.dependency_repositories_total)} in use`;
        return (
          rows.length > 0 && (
            <Section key={label} title={heading} aside={[isWhole && inAll, inUse].filter(Boolean).join(", ")}>
              <Declarations
                label={label}
                own="source"
                items={rows}
                repository={repository}
                declaredIn={({ source_repository_id }) => source_repository_id}
              />
            </Section>
          )
        );
      })}
    </div>
  );
}
