import { listDependents } from "@knockon/contract/operations/repository";
import type { Dependent, Repository } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Share2 } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import type { Column } from "../../list/column.ts";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { RepositoryRowLink } from "../../list/repository-row-link.tsx";
import { declarationColumns } from "./declaration-columns.tsx";

const route = getRouteApi("/w/$slug/repositories/$repositoryId");

const COLUMNS: Column<Dependent>[] = [
  {
    id: "repository",
    header: "Dependent",
    width: "w-full md:w-1/3",
    value: ({ target_repository }) => target_repository.full_path,
    cell: ({ target_repository: { id, full_path } }) => <RepositoryRowLink id={id} text={full_path} />,
  },
  ...declarationColumns<Dependent>(({ target_repository_id }) => target_repository_id),
];

/** Who uses it, how firmly, and where that stands. */
export function RepositoryDependents({ repository }: { repository: Repository }) {
  const { api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const params = { repository_id: repository.id };
  const found = useQuery({
    ...api.askPage(listDependents, { params, query: pageQuery(search) }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      noun="dependents"
      query={found}
      columns={COLUMNS}
      rowId={({ id }) => id}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      empty={
        <EmptyState icon={Share2} title="No dependents">
          No scanned repository depends on this one. New dependents appear after their next scan.
        </EmptyState>
      }
    />
  );
}
