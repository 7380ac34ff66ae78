import { listDependencies } from "@knockon/contract/operations/repository";
import type { Dependency, Repository } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { PackageSearch } from "lucide-react";
import { describeDependencies } from "./clocks.ts";
import { DeclarationFilters, isFiltered, useDeclarationSearch } from "./declaration-filters.tsx";
import { Declarations, idsOfMentioned, keyOf } from "./declarations.tsx";
import { useTimings } from "./use-timings.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { TableSkeleton } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { countOf } from "../../format/format.ts";
import { ListPage } from "../../list/list-page.tsx";
import { decidingFirst } from "../../subject/deciding.ts";
import type { NextRunLimit, Timing } from "../../subject/timing.ts";
import { conditionInWords } from "../impact/impact-condition.ts";

/** Other pages count only the repositories among the dependencies. */
const PARTS = [
  {
    label: "Dependencies",
    heading: "Repositories",
    isPart: ({ target_repository }: Dependency) => target_repository !== null,
    unit: "repository",
    units: "repositories",
  },
  {
    label: "Other names",
    heading: "External and unresolved names",
    isPart: ({ target_repository }: Dependency) => target_repository === null,
    unit: "name",
    units: "names",
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
        <DependencyParts
          items={items}
          isWhole={found.data?.total === items.length}
          isOfSearch={isFiltered(search)}
          repository={repository}
        />
      )}
    </ListPage>
  );
}

/** The dependencies of which a version or a file decides whether a release arrives on the next run. Null without any. */
function limitOf(rows: readonly Dependency[], timings: ReadonlyMap<string, Timing>): NextRunLimit | null {
  const soon = [...Map.groupBy(rows, keyOf)].filter(([id]) => timings.get(id) === "next_run");
  const may = soon.filter(([, ofOne]) => {
    const [deciding] = decidingFirst(ofOne, "next_run");
    return (
      deciding !== undefined &&
      conditionInWords({ clock: "next_run", clock_evidence: deciding }) !== undefined
    );
  }).length;
  // Each has its own versions.
  return may === 0 ? null : { may, most: soon.length };
}

interface DependencyPartsProps {
  items: readonly Dependency[];
  /** Whether these are all dependencies of the search. */
  isWhole: boolean;
  /** Whether these are not all dependencies of the repository. */
  isOfSearch: boolean;
  repository: Repository;
}

/** The repositories among the dependencies, and the other names. */
function DependencyParts({ items, isWhole, isOfSearch, repository }: DependencyPartsProps) {
  const { timings, isError } = useTimings(repository, "source");
  // Rows would change places when their timing arrives.
  if (timings === undefined && !isError) return <TableSkeleton rows={Math.min(items.length, 12)} />;
  return (
    <div className="flex flex-col gap-6">
      {PARTS.map(({ label, heading, isPart, unit, units }) => {
        const rows = items.filter(isPart);
        const isAnswered = label === "Dependencies" && timings !== undefined && !isOfSearch;
        const answer =
          isAnswered &&
          describeDependencies(
            [...timings.values()],
            isWhole ? idsOfMentioned(rows).size : 0,
            limitOf(rows, timings),
          );
        const count = new Set(rows.map(keyOf)).size;
        return (
          rows.length > 0 && (
            <Section
              key={label}
              title={heading}
              aside={isWhole && !isAnswered ? countOf(count, unit, units) : undefined}
            >
              {answer !== false && <p className="-mt-2 mb-3 text-13 text-muted">{answer}</p>}
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
