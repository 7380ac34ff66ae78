import { listMembers } from "@knockon/contract/operations/workspace";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { sessionQuery } from "../../api/session.ts";
import { useMay } from "../../api/use-role.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { ListPage } from "../../list/list-page.tsx";
import { pageQuery } from "../../list/list-search.ts";
import { memberColumns } from "./member-columns.tsx";

const route = getRouteApi("/w/$slug/settings/members");

export function MemberList() {
  const { workspace, api } = useWorkspace();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayManage = useMay("admin");
  const { data: session } = useQuery(sessionQuery);
  const found = useQuery({
    ...api.askPage(listMembers, { params: { workspace_id: workspace.id }, query: pageQuery(search) }),
    placeholderData: keepPreviousData,
  });
  const ownId = session?.user.id;
  const columns = useMemo(() => memberColumns({ mayManage, ownId }), [mayManage, ownId]);
  return (
    <ListPage
      noun="members"
      query={found}
      columns={columns}
      rowId={({ user_id }) => user_id}
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
      // A workspace has its Owner.
      empty={null}
    />
  );
}
