import { listMembers } from "@knockon/contract/operations/workspace";
import { ROLES, type Role } from "@knockon/contract/vocabulary/scan";
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "./session.ts";
import { useWorkspace } from "./workspace-context.ts";

/** Whether the person may do what needs at least that role. False until it is known: the service decides anyway. */
export function useMay(least: Role): boolean {
  const { workspace, api } = useWorkspace();
  const { data: session } = useQuery(sessionQuery);
  const members = api.ask(listMembers, { params: { workspace_id: workspace.id }, query: { limit: 500 } });
  const { data } = useQuery({ ...members, staleTime: 60_000 });
  const own = data?.find(({ user_id }) => user_id === session?.user.id)?.role;
  return own !== undefined && ROLES.indexOf(own) <= ROLES.indexOf(least);
}
