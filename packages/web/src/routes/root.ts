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

/**
 * How a URL writes what a page is asked: values as they are, without quotes. Only what is printed as it was written is
 * read as a number or a truth value, so that the version `1.10` does not become 1.1.
 */
export const SEARCH_FORMAT = {
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(JSON.stringify),
};

/** The workspaces of whoever is signed in; whoever is not is asked to, and comes back to `href`. */
export async function openWorkspaces(queryClient: QueryClient, href: string): Promise<Workspace[]> {
  try {
    return await queryClient.ensureQueryData(personalApi.ask(listWorkspaces, { query: { limit: 500 } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw redirect({ to: "/login", search: href === "/" ? {} : { next: href }, replace: true });
  }
}

const KEY = "knockon.workspace";

/** The workspace that was open last in this browser. */
export const findLastWorkspace = (): string | null => localStorage.getItem(KEY);
export const noteLastWorkspace = (slug: string): void => localStorage.setItem(KEY, slug);
