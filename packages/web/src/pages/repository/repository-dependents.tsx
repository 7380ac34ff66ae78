import { listDependents } from "@knockon/contract/operations/repository";
import type { Repository } from "@knockon/contract/resources/repository";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Share2 } from "lucide-react";
import { DeclarationFilters, useDeclarationSearch } from "./declaration-filters.tsx";
import { Declarations } from "./declarations.tsx";
import { useWorkspace } from "../../api/workspace.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ListPage } from "../../list/list-page.tsx";

/** Declarations of other repositories that use this one. */
export function RepositoryDependents({ repository }: { repository: Repository }) {
  const { api } = useWorkspace();
  const { search, query, show } = useDeclarationSearch();
  const input = { params: { repository_id: repository.id }, query };
  const found = useQuery({ ...api.queryPage(listDependents, input), placeholderData: keepPreviousData });
  return (
    <ListPage
      noun="dependents"
      query={found}
      columns={[]}
      rowId={({ id }) => id}
      search={search}
      onSearch={show}
      filterLabel="Search dependents"
      filters={<DeclarationFilters search={search} show={show} />}
      onExport={() => api.exportCsv(listDependents, input)}
      empty={
        <EmptyState icon={Share2} title="No dependents">
          No scanned repository depends on this one. New dependents appear after their next scan.
        </EmptyState>
      }
    >
      {(items) => (
        <Declarations
          label="Dependents"
          own="target"
          items={items}
          repository={repository}
          declaredIn={({ target_repository_id }) => target_repository_id}
        />
      )}
    </ListPage>
  );
}
