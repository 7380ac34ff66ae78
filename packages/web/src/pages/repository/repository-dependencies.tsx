import { listDependencies } from "@knockon/contract/operations/repository";
import type { Dependency, Repository } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { PackageSearch } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Middle } from "../../components/middle.tsx";
import { REASON_WORDS } from "../../format/reason-words.ts";
import type { Column } from "../../list/column.ts";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { RepositoryRowLink } from "../../list/repository-row-link.tsx";
import { declarationColumns } from "./declaration-columns.tsx";

const route = getRouteApi("/w/$slug/repositories/$repositoryId");

const COLUMNS: Column<Dependency>[] = [
  {
    id: "repository",
    header: "Dependency",
    width: "w-full md:w-1/3",
    value: ({ target_repository, raw_reference }) => target_repository?.full_path ?? raw_reference,
    cell: ({ target_repository, raw_reference, reason }) =>
      target_repository ? (
        <RepositoryRowLink id={target_repository.id} text={target_repository.full_path} />
      ) : (
        <span className="flex min-w-0 flex-col text-muted">
          <Middle text={raw_reference} />
          {reason && <span className="text-12 text-faint">{REASON_WORDS[reason].short}</span>}
        </span>
      ),
  },
  ...declarationColumns<Dependency>(({ source_repository_id }) => source_repository_id),
];

/** What it declares, resolved or not. */
export function RepositoryDependencies({ repository }: { repository: Repository }) {
  const { api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const params = { repository_id: repository.id };
  const found = useQuery({
    ...api.askPage(listDependencies, { params, query: pageQuery(search) }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      noun="dependencies"
      query={found}
      columns={COLUMNS}
      rowId={({ id }) => id}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      empty={
        <EmptyState icon={PackageSearch} title="No dependencies">
          No scanned file declares a package, image, module or repository.
        </EmptyState>
      }
    />
  );
}
