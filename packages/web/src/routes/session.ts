import * as z from "zod";
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { SearchText } from "../list/list-search.ts";
import { openWorkspaces } from "./open-workspaces.ts";
import { rootRoute } from "./root.ts";

/** Only ever a path of this application: a link to `/login` cannot lead elsewhere. */
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
  component: lazyRouteComponent(() => import("../pages/session/signup-page.tsx"), "SignupPage"),
});

const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/verify",
  validateSearch: z.object({ next, error: SearchText }),
  beforeLoad({ search }) {
    if (search.error === undefined) throw redirect({ href: search.next ?? "/", replace: true });
  },
  component: lazyRouteComponent(() => import("../pages/session/verify-page.tsx"), "VerifyPage"),
});

const forgotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/forgot",
  component: lazyRouteComponent(() => import("../pages/session/forgot-page.tsx"), "ForgotPage"),
});

const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/reset",
  validateSearch: z.object({ token: SearchText, error: SearchText }),
  component: lazyRouteComponent(() => import("../pages/session/reset-page.tsx"), "ResetPage"),
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

/** The pages outside a workspace. */
export const sessionRoutes = [
  loginRoute,
  signupRoute,
  verifyRoute,
  forgotRoute,
  resetRoute,
  welcomeRoute,
  invitationRoute,
] as const;
