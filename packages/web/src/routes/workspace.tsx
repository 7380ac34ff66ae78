import { createRoute, notFound } from "@tanstack/react-router";
import { createApi } from "../api/client.ts";
import { WorkspaceContext } from "../api/workspace-context.ts";
import { Frame } from "../frame/frame.tsx";
import { noteLastWorkspace } from "./last-workspace.ts";
import { openWorkspaces } from "./open-workspaces.ts";
import { rootRoute } from "./root.ts";

/** All pages of one workspace; another's does not exist for who is no member. */
export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/w/$slug",
  async beforeLoad({ context, params, location }) {
    const workspaces = await openWorkspaces(context.queryClient, location.href);
    const workspace = workspaces.find(({ slug }) => slug === params.slug);
    if (!workspace) throw notFound();
    noteLastWorkspace(workspace.slug);
    return { open: { workspace, api: createApi(workspace.id) } };
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
