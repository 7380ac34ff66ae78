import { listMembers } from "@knockon/contract/operations/workspace";
import type { Member } from "@knockon/contract/resources/workspace";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace, type OpenWorkspace } from "./workspace-context.ts";

export const membersQuery = ({ workspace, api }: OpenWorkspace) => ({
  ...api.ask(listMembers, { params: { workspace_id: workspace.id }, query: { limit: 500 } }),
  staleTime: 60_000,
});

/** Who belongs to the workspace; undefined until it is known. */
export const useMembers = (): readonly Member[] | undefined => useQuery(membersQuery(useWorkspace())).data;
