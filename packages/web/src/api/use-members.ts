import { listMembers } from "@knockon/contract/operations/workspace";
import type { Member } from "@knockon/contract/resources/workspace";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "./workspace-context.ts";

/** Who belongs to the workspace; undefined until it is known. */
export function useMembers(): readonly Member[] | undefined {
  const { workspace, api } = useWorkspace();
  const members = api.ask(listMembers, { params: { workspace_id: workspace.id }, query: { limit: 500 } });
  return useQuery({ ...members, staleTime: 60_000 }).data;
}
