import { listWorkspaces } from "@knockon/contract/operations/workspace";
import { createRoute, notFound, redirect } from "@tanstack/react-router";
import { storeLastWorkspace, openWorkspaces, rootRoute } from "./root.ts";
import { createApi, personalApi } from "../api/client.ts";
import { sessionQuery } from "../api/session.ts";
import { entitlementsQuery, membersQuery, WorkspaceContext } from "../api/workspace.ts";
import { Frame } from "../frame/frame.tsx";

/** Redirects a link with a former slug to the current slug. */
async function resolveFormerSlug(slug: string, href: string) {
  const [workspace] = await personalApi.call(listWorkspaces, { query: { slug } });
  if (!workspace) return notFound();
  return redirect({ href: href.replace(`/w/${slug}`, `/w/${workspace.slug}`), replace: true });
}

/** Parent of all workspace pages. Returns 404 for workspaces that the user is not a member of. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/w/$slug",
  async beforeLoad({ context, params, location }) {
    const workspaces = await openWorkspaces(context.queryClient, location.href);
    const workspace = workspaces.find(({ slug }) => slug === params.slug);
    if (!workspace) throw await resolveFormerSlug(params.slug, location.href);
    storeLastWorkspace(workspace.slug);
    const open = { workspace, api: createApi(workspace.id) };
    // Prefetches role and entitlements, which decide what a page contains.
    void context.queryClient.prefetchQuery(sessionQuery);
    void context.queryClient.prefetchQuery(membersQuery(open));
    void context.queryClient.prefetchQuery(entitlementsQuery(open));
    return { open };
  },
  component: function WorkspacePages() {
    const { open } = workspaceRoute.useRouteContext();
    return (
      <WorkspaceContext value={open}>
        <Frame />
      </WorkspaceContext>
    );
  },
});
