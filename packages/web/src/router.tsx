import type { QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { PageError } from "./frame/page-error.tsx";
import { PageMissing } from "./frame/page-missing.tsx";
import { homeRoute } from "./routes/home.ts";
import { rootRoute } from "./routes/root.ts";
import { SEARCH_FORMAT } from "./routes/search-format.ts";
import { sessionRoutes } from "./routes/session.ts";
import { workspaceRoute } from "./routes/workspace.tsx";
import { workspaceRoutes } from "./routes/workspace-pages.ts";

/** Every page of the application. Pages are loaded when they, or links to them, are approached. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: rootRoute.addChildren([
      homeRoute,
      ...sessionRoutes,
      workspaceRoute.addChildren(workspaceRoutes),
    ]),
    context: { queryClient },
    ...SEARCH_FORMAT,
    defaultPreload: "intent",
    // What was fetched is kept, and how long, is the queries' business.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageMissing,
    scrollRestoration: true,
  });
