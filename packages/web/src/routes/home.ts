import { INSTALLATION_OUTCOMES } from "@knockon/contract/vocabulary/installation";
import { createRoute, redirect } from "@tanstack/react-router";
import * as z from "zod";
import { findLastWorkspace } from "./last-workspace.ts";
import { openWorkspaces } from "./open-workspaces.ts";
import { rootRoute } from "./root.ts";

/**
 * The address itself leads to the workspace that was open last, or to making the first. GitHub leads here whoever came
 * back from installing the App for no workspace that can be told: the orgs' page says what came of it.
 */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  validateSearch: z.object({ installation: z.enum(INSTALLATION_OUTCOMES).optional().catch(undefined) }),
  async beforeLoad({ context, search, location }) {
    const workspaces = await openWorkspaces(context.queryClient, location.href);
    const last = findLastWorkspace();
    const { slug } = workspaces.find((workspace) => workspace.slug === last) ?? workspaces[0] ?? {};
    if (slug === undefined) throw redirect({ to: "/welcome", replace: true });
    if (search.installation === undefined)
      throw redirect({ to: "/w/$slug", params: { slug }, replace: true });
    throw redirect({ to: "/w/$slug/settings/orgs", params: { slug }, search, replace: true });
  },
});
