import { createRoute, redirect } from "@tanstack/react-router";
import { findLastWorkspace } from "./last-workspace.ts";
import { openWorkspaces } from "./open-workspaces.ts";
import { rootRoute } from "./root.ts";

/** The address itself leads to the workspace that was open last, or to making the first. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  async beforeLoad({ context }) {
    const workspaces = await openWorkspaces(context.queryClient, "/");
    const last = findLastWorkspace();
    const { slug } = workspaces.find((workspace) => workspace.slug === last) ?? workspaces[0] ?? {};
    if (slug === undefined) throw redirect({ to: "/welcome", replace: true });
    throw redirect({ to: "/w/$slug", params: { slug }, replace: true });
  },
});
