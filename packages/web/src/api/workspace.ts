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

/** The workspace of the page and its API client. */
export function useWorkspace(): OpenWorkspace {
  const open = use(WorkspaceContext);
  if (!open) throw new Error("useWorkspace must be used inside a workspace page.");
  return open;
}

export const membersQuery = ({ workspace, api }: OpenWorkspace) => ({
  ...api.query(listMembers, { params: { workspace_id: workspace.id }, query: { limit: 500 } }),
  staleTime: 60_000,
});

export const entitlementsQuery = ({ workspace, api }: OpenWorkspace) => ({
  ...api.query(getEntitlements, { params: { workspace_id: workspace.id } }),
  staleTime: 60_000,
});

/** The members of the workspace; undefined while loading. */
export const useMembers = (): readonly Member[] | undefined => useQuery(membersQuery(useWorkspace())).data;

/** The user's role; undefined while loading. */
export function useRole(): Role | undefined {
  const { data: session } = useQuery(sessionQuery);
  return useMembers()?.find(({ user_id }) => user_id === session?.user.id)?.role;
}

/** Whether the user has at least this role. False while loading. The server enforces roles. */
export function useHasRole(least: Role): boolean {
  const role = useRole();
  return role !== undefined && isAtLeast(role, least);
}

export const isAtLeast = (role: Role, least: Role): boolean => ROLES.indexOf(role) <= ROLES.indexOf(least);

/** The entitlements of the workspace's plan; undefined while loading. */
export const useEntitlements = (): z.output<typeof Entitlements> | undefined => useEntitlementsQuery().data;

/** Whether the plan includes a feature; undefined while loading. True on error, since the server enforces plans. */
export function useIncludes(feature: Feature): boolean | undefined {
  const { data, isError } = useEntitlementsQuery();
  return data?.features[feature] ?? (isError ? true : undefined);
}

const useEntitlementsQuery = () => useQuery(entitlementsQuery(useWorkspace()));

/** Whether the role or the entitlements load for the first time. False after a failure, so that the page appears. */
export function useIsAccessLoading(): boolean {
  const session = useQuery(sessionQuery);
  const members = useQuery(membersQuery(useWorkspace()));
  const entitlements = useEntitlementsQuery();
  return [session, members, entitlements].some(
    ({ isPending, failureCount }) => isPending && failureCount === 0,
  );
}
