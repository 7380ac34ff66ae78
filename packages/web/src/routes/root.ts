import { ApiError } from "@knockon/contract/client";
import { listWorkspaces } from "@knockon/contract/operations/workspace";
import type { Workspace } from "@knockon/contract/resources/workspace";
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from "@tanstack/react-router";
import { personalApi } from "../api/client.ts";

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()();

/** Writes search parameters without quotes. Values are parsed only if they round-trip, so that `1.10` stays a string. */
export const SEARCH_FORMAT = {
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(JSON.stringify),
};

/** Loads the user's workspaces. Redirects to the login page, and then back to `href`, if the user is signed out. */
export async function openWorkspaces(queryClient: QueryClient, href: string): Promise<Workspace[]> {
  try {
    return await queryClient.ensureQueryData(personalApi.query(listWorkspaces, { query: { limit: 500 } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw redirect({ to: "/login", search: href === "/" ? {} : { next: href }, replace: true });
  }
}

const KEY = "knockon.workspace";

/** The slug of the last workspace opened in this browser. */
export const findLastWorkspace = (): string | null => localStorage.getItem(KEY);
export const storeLastWorkspace = (slug: string): void => localStorage.setItem(KEY, slug);
