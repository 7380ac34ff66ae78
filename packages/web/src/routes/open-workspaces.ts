import { ApiError } from "@knockon/contract/client";
import { listWorkspaces } from "@knockon/contract/operations/workspace";
import type { Workspace } from "@knockon/contract/resources/workspace";
import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { personalApi } from "../api/client.ts";

/** The workspaces of whoever is signed in; whoever is not is asked to, and comes back to `href`. */
export async function openWorkspaces(queryClient: QueryClient, href: string): Promise<Workspace[]> {
  try {
    return await queryClient.ensureQueryData(personalApi.ask(listWorkspaces, { query: { limit: 500 } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw redirect({ to: "/login", search: href === "/" ? {} : { next: href }, replace: true });
  }
}
