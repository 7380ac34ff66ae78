import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as z from "zod";
import { ListSearch } from "../list/list-search.ts";
import { workspaceRoute } from "./workspace.tsx";

const id = z.uuid().optional().catch(undefined);
/** Where a page of the billing history begins. */
const cursor = z.string().regex(/^\w+$/u).optional().catch(undefined);

const overviewRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../pages/overview/overview-page.tsx"), "OverviewPage"),
});

const repositoriesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/repositories",
  validateSearch: ListSearch.extend({
    connected_org_id: id,
    archived: z.enum(["yes", "no"]).optional().catch(undefined),
  }),
  component: lazyRouteComponent(
    () => import("../pages/repositories/repositories-page.tsx"),
    "RepositoriesPage",
  ),
});

const repositoryRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/repositories/$repositoryId",
  validateSearch: ListSearch.extend({
    tab: z.enum(["dependencies", "artifacts", "ownership"]).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import("../pages/repository/repository-page.tsx"), "RepositoryPage"),
});

const scansRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/scans",
  validateSearch: ListSearch.extend({ connected_org_id: id }),
  component: lazyRouteComponent(() => import("../pages/scans/scans-page.tsx"), "ScansPage"),
});

const scanRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/scans/$scanId",
  validateSearch: z.object({ first: z.boolean().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import("../pages/scan/scan-page.tsx"), "ScanPage"),
});

const orgsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/orgs",
  validateSearch: ListSearch,
  component: lazyRouteComponent(() => import("../pages/orgs/orgs-page.tsx"), "OrgsPage"),
});

const connectRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/orgs/new",
  validateSearch: z.object({ first: z.boolean().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import("../pages/orgs/connect-page.tsx"), "ConnectPage"),
});

const orgRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/orgs/$orgId",
  component: lazyRouteComponent(() => import("../pages/orgs/org-page.tsx"), "OrgPage"),
});

const billingRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/billing",
  validateSearch: z.object({ invoices: cursor, credits: cursor }),
  component: lazyRouteComponent(() => import("../pages/billing/billing-page.tsx"), "BillingPage"),
});

const ownershipRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/ownership",
  validateSearch: ListSearch.extend({
    connected_org_id: id,
    min_dependents: z.int().min(0).optional().catch(undefined),
    max_bus_factor: z.int().min(1).optional().catch(undefined),
    by: z.enum(["people"]).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import("../pages/ownership/ownership-page.tsx"), "OwnershipPage"),
});

/** A page of a workspace is a route here and a file below `pages/`. */
export const workspaceRoutes = [
  overviewRoute,
  repositoriesRoute,
  repositoryRoute,
  scansRoute,
  scanRoute,
  orgsRoute,
  connectRoute,
  orgRoute,
  billingRoute,
  ownershipRoute,
] as const;
