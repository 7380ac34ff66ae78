import { INSTALLATION_OUTCOMES } from "@knockon/contract/vocabulary/installation";
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import * as z from "zod";
import { findLastWorkspace, openWorkspaces, rootRoute } from "./root.ts";
import { SearchText } from "../list/list-search.ts";

/** A path of this application, to prevent open redirects. */
const next = z
  .string()
  .regex(/^\/(?![/\\])/u)
  .optional()
  .catch(undefined);

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/login",
  validateSearch: z.object({ next, error: SearchText }),
  component: lazyRouteComponent(() => import("../pages/session/login-page.tsx"), "LoginPage"),
});

const signupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/signup",
  validateSearch: z.object({ next }),
  component: lazyRouteComponent(() => import("../pages/session/signup-pages.tsx"), "SignupPage"),
});

const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/verify",
  validateSearch: z.object({ next, error: SearchText }),
  beforeLoad({ search }) {
    if (search.error === undefined) throw redirect({ href: search.next ?? "/", replace: true });
  },
  component: lazyRouteComponent(() => import("../pages/session/signup-pages.tsx"), "VerifyPage"),
});

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot",
  component: lazyRouteComponent(() => import("../pages/session/password-pages.tsx"), "ForgotPage"),
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset",
  validateSearch: z.object({ token: SearchText, error: SearchText }),
  component: lazyRouteComponent(() => import("../pages/session/password-pages.tsx"), "ResetPage"),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/welcome",
  async beforeLoad({ context, location }) {
    await openWorkspaces(context.queryClient, location.href);
  },
  component: lazyRouteComponent(() => import("../pages/session/welcome-page.tsx"), "WelcomePage"),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/invitations/$token",
  component: lazyRouteComponent(() => import("../pages/invitation/invitation-page.tsx"), "InvitationPage"),
});

/** Pages outside a workspace. */
export const sessionRoutes = [
  loginRoute,
  signupRoute,
  verifyRoute,
  forgotRoute,
  resetRoute,
  welcomeRoute,
  invitationRoute,
] as const;

/**
 * Redirects to the last workspace, or to creating one. GitHub redirects here after an App installation whose workspace
 * is unknown. The organizations page then shows the outcome.
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
