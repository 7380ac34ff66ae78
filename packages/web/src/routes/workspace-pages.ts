import { INSTALLATION_OUTCOMES } from "@knockon/contract/vocabulary/installation";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as z from "zod";
import { AUDIT_AREAS } from "@knockon/contract/resources/workspace";
import { ListSearch } from "../list/list-search.ts";
import { workspaceRoute } from "./workspace.tsx";

const id = z.uuid().optional().catch(undefined);

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
    tab: z.enum(["dependencies", "artifacts"]).optional().catch(undefined),
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
  // What came of the way to GitHub, which leads back here.
  validateSearch: ListSearch.extend({
    installation: z.enum(INSTALLATION_OUTCOMES).optional().catch(undefined),
  }),
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

const membersRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/members",
  validateSearch: ListSearch,
  component: lazyRouteComponent(() => import("../pages/members/members-page.tsx"), "MembersPage"),
});

const apiKeysRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/api-keys",
  validateSearch: ListSearch,
  component: lazyRouteComponent(() => import("../pages/api-keys/api-keys-page.tsx"), "ApiKeysPage"),
});

const workspaceSettingsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/workspace",
  component: lazyRouteComponent(() => import("../pages/workspace/workspace-page.tsx"), "WorkspacePage"),
});

const auditRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/audit",
  validateSearch: ListSearch.pick({ page: true }).extend({
    /** The part of an action before its point. */
    area: z.enum(AUDIT_AREAS).optional().catch(undefined),
    actor: id,
    /** The one that is open. */
    event: id,
  }),
  component: lazyRouteComponent(() => import("../pages/audit/audit-page.tsx"), "AuditPage"),
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
  membersRoute,
  apiKeysRoute,
  auditRoute,
  workspaceSettingsRoute,
] as const;
