import { listWorkspaces } from "@knockon/contract/operations/workspace";
import { createRoute, notFound, redirect } from "@tanstack/react-router";
import { noteLastWorkspace, openWorkspaces, rootRoute } from "./root.ts";
import { createApi, personalApi } from "../api/client.ts";
import { sessionQuery } from "../api/session.ts";
import { membersQuery, WorkspaceContext } from "../api/workspace.ts";
import { Frame } from "../frame/frame.tsx";

/** A link with a slug that the workspace had before leads to the same page under the slug of today. */
async function elsewhere(slug: string, href: string) {
  const [workspace] = await personalApi.call(listWorkspaces, { query: { slug } });
  if (!workspace) return notFound();
  return redirect({ href: href.replace(`/w/${slug}`, `/w/${workspace.slug}`), replace: true });
}

/** All pages of one workspace; another's does not exist for who is no member. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/w/$slug",
  async beforeLoad({ context, params, location }) {
    const workspaces = await openWorkspaces(context.queryClient, location.href);
    const workspace = workspaces.find(({ slug }) => slug === params.slug);
    if (!workspace) throw await elsewhere(params.slug, location.href);
    noteLastWorkspace(workspace.slug);
    const open = { workspace, api: createApi(workspace.id) };
    // What one may do shows with the page, not after it.
    void context.queryClient.prefetchQuery(sessionQuery);
    void context.queryClient.prefetchQuery(membersQuery(open));
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
