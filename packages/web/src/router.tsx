import type { QueryClient } from "@tanstack/react-query";
import { createRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { NotFound } from "./components/empty-state.tsx";
import { ErrorNotice } from "./components/notice.tsx";
import { PageHeader } from "./components/page-header.tsx";
import { rootRoute, SEARCH_FORMAT } from "./routes/root.ts";
import { homeRoute, sessionRoutes } from "./routes/session.ts";
import { workspaceRoutes } from "./routes/workspace-pages.ts";
import { workspaceRoute } from "./routes/workspace.tsx";

/** Creates the router. Pages are loaded lazily and preloaded when a link is hovered. */
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
    // The query client decides how long data stays fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: PageMissing,
    scrollRestoration: true,
  });

/** Replaces a page that failed to render. */
const PageError = ({ error, reset }: ErrorComponentProps) => (
  <div className="mx-auto max-w-180 p-4">
    <ErrorNotice error={error} onRetry={reset} />
  </div>
);

function PageMissing() {
  return (
    <main className="mx-auto max-w-180 p-4 pt-16">
      <PageHeader title="Page not found" />
      <NotFound />
    </main>
  );
}
