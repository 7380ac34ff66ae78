import { ROLES, type Role } from "@knockon/contract/vocabulary/scan";
import { useQuery } from "@tanstack/react-query";
import { sessionQuery } from "./session.ts";
import { useMembers } from "./use-members.ts";

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
