import { getEntitlements, listMembers } from "@knockon/contract/operations/workspace";
import type { Entitlements, Member, Workspace } from "@knockon/contract/resources/workspace";
import type { Feature } from "@knockon/contract/vocabulary/billing";
import { type Role, ROLES } from "@knockon/contract/vocabulary/scan";
import { useQuery } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { z } from "zod";
import type { Api } from "./client.ts";
import { sessionQuery } from "./session.ts";

interface OpenWorkspace {
  workspace: Workspace;
  api: Api;
}

export const WorkspaceContext = createContext<OpenWorkspace | null>(null);

/** The workspace of the page, and the service as it sees it. */
export function useWorkspace(): OpenWorkspace {
  const open = use(WorkspaceContext);
  if (!open) throw new Error("This component is for pages of a workspace.");
  return open;
}

export const membersQuery = ({ workspace, api }: OpenWorkspace) => ({
  ...api.ask(listMembers, { params: { workspace_id: workspace.id }, query: { limit: 500 } }),
  staleTime: 60_000,
});

/** Who belongs to the workspace; undefined until it is known. */
export const useMembers = (): readonly Member[] | undefined => useQuery(membersQuery(useWorkspace())).data;

/** The person's own; undefined until it is known. */
export function useRole(): Role | undefined {
  const { data: session } = useQuery(sessionQuery);
  return useMembers()?.find(({ user_id }) => user_id === session?.user.id)?.role;
}

/** Whether the person may do what needs at least that role. False until it is known: the service decides anyway. */
export function useMay(least: Role): boolean {
  const role = useRole();
  return role !== undefined && isAtLeast(role, least);
}

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(least);

/** What the plan of the workspace gives; undefined until it is known. */
export const useEntitlements = (): z.output<typeof Entitlements> | undefined => useAnswer().data;

/** Whether the plan includes a feature; undefined until it is known. Where nobody can tell, the service decides. */
export function useIncludes(feature: Feature): boolean | undefined {
  const { data, isError } = useAnswer();
  return data?.features[feature] ?? (isError ? true : undefined);
}

function useAnswer() {
  const { workspace, api } = useWorkspace();
  const asked = api.ask(getEntitlements, { params: { workspace_id: workspace.id } });
  return useQuery({ ...asked, staleTime: 60_000 });
}
