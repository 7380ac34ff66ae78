import { INSTALLATION_OUTCOMES } from "@knockon/contract/vocabulary/installation";
import { CHECK_CONCLUSIONS } from "@knockon/contract/vocabulary/check";
import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import { UNRESOLVED_REASONS } from "@knockon/contract/vocabulary/evidence";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { ROLES as MEMBER_ROLES, SCAN_STATUSES } from "@knockon/contract/vocabulary/scan";
import { VERSION_CONSTRAINT_STATES } from "@knockon/contract/vocabulary/version-constraint-state";
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import * as z from "zod";
import { AUDIT_AREAS } from "@knockon/contract/resources/workspace";
import { ListSearch } from "../list/list-search.ts";
import { GraphSearch } from "../pages/graph/graph-search.ts";
import { ImpactSearch } from "../pages/impact/impact-search.ts";
import { workspaceRoute } from "./workspace.tsx";

const id = z.uuid().optional().catch(undefined);
/** Cursor of the billing history. */
const cursor = z.string().regex(/^\w+$/u).optional().catch(undefined);

const overviewRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../pages/overview/overview-page.tsx"), "OverviewPage"),
});

const impactRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/impact",
  validateSearch: ImpactSearch,
  component: lazyRouteComponent(() => import("../pages/impact/impact-page.tsx"), "ImpactPage"),
});

const graphRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/graph",
  validateSearch: GraphSearch,
  component: lazyRouteComponent(() => import("../pages/graph/graph-page.tsx"), "GraphPage"),
});

const repositoriesRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/repositories",
  validateSearch: ListSearch.extend({
    connected_org_id: id,
    archived: z.enum(["yes", "no"]).optional().catch(undefined),
    stale: z.boolean().optional().catch(undefined),
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
    role: z.enum(ROLES).optional().catch(undefined),
    type: z.enum(ARTIFACT_TYPES).optional().catch(undefined),
    state: z.enum(VERSION_CONSTRAINT_STATES).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import("../pages/repository/repository-page.tsx"), "RepositoryPage"),
});

const artifactsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/artifacts",
  validateSearch: ListSearch.extend({
    connected_org_id: id,
    artifact_type: z.enum(ARTIFACT_TYPES).optional().catch(undefined),
    of: z.enum(["external", "unused"]).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import("../pages/artifacts/artifacts-page.tsx"), "ArtifactsPage"),
});

const artifactRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/artifacts/$artifactId",
  validateSearch: ListSearch.extend({ tab: z.enum(["versions", "interface"]).optional().catch(undefined) }),
  component: lazyRouteComponent(() => import("../pages/artifact/artifact-page.tsx"), "ArtifactPage"),
});

const unresolvedRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/unresolved",
  validateSearch: ListSearch.extend({
    connected_org_id: id,
    artifact_type: z.enum(ARTIFACT_TYPES).optional().catch(undefined),
    reason: z.enum(UNRESOLVED_REASONS).exclude(["external"]).optional().catch(undefined),
    uses: z.enum(["mentions"]).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import("../pages/unresolved/unresolved-page.tsx"), "UnresolvedPage"),
});

const problemsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/problems",
  validateSearch: ListSearch.extend({ connected_org_id: id }),
  component: lazyRouteComponent(() => import("../pages/problems/problems-page.tsx"), "ProblemsPage"),
});

const checksRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/checks",
  validateSearch: ListSearch.pick({ page: true, sort: true }).extend({
    connected_org_id: id,
    repository_id: id,
    conclusion: z.enum(CHECK_CONCLUSIONS).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import("../pages/checks/checks-page.tsx"), "ChecksPage"),
});

const checkRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/checks/$checkId",
  component: lazyRouteComponent(() => import("../pages/checks/check-page.tsx"), "CheckPage"),
});

const latentBreaksRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/latent-breaks",
  validateSearch: ListSearch.extend({ connected_org_id: id }),
  component: lazyRouteComponent(
    () => import("../pages/latent-breaks/latent-breaks-page.tsx"),
    "LatentBreaksPage",
  ),
});

const scansRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/scans",
  validateSearch: ListSearch.omit({ q: true }).extend({
    connected_org_id: id,
    status: z.enum(SCAN_STATUSES).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import("../pages/scans/scans-page.tsx"), "ScansPage"),
});

const scanRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/scans/$scanId",
  validateSearch: z.object({ first: z.boolean().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import("../pages/scans/scan-page.tsx"), "ScanPage"),
});

const orgsRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/orgs",
  // GitHub redirects here after an App installation.
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
  validateSearch: ListSearch.extend({ role: z.enum(MEMBER_ROLES).optional().catch(undefined) }),
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

const accountRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/account",
  component: lazyRouteComponent(() => import("../pages/account/account-page.tsx"), "AccountPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/audit",
  validateSearch: ListSearch.pick({ page: true }).extend({
    /** The prefix of the action, before the dot. */
    area: z.enum(AUDIT_AREAS).optional().catch(undefined),
    actor: id,
    /** The expanded event. */
    event: id,
  }),
  component: lazyRouteComponent(() => import("../pages/audit/audit-page.tsx"), "AuditPage"),
});

const billingRoute = createRoute({
  getParentRoute: () => workspaceRoute,
  path: "/settings/billing",
  validateSearch: z.object({
    invoices: cursor,
    credits: cursor,
    /** How the user left the checkout page. */
    checkout: z.enum(["paid", "left"]).optional().catch(undefined),
  }),
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

/** Each workspace page is a route here and a file in `pages/`. */
export const workspaceRoutes = [
  overviewRoute,
  impactRoute,
  graphRoute,
  repositoriesRoute,
  repositoryRoute,
  artifactsRoute,
  artifactRoute,
  unresolvedRoute,
  problemsRoute,
  checksRoute,
  checkRoute,
  latentBreaksRoute,
  scansRoute,
  scanRoute,
  orgsRoute,
  connectRoute,
  orgRoute,
  membersRoute,
  apiKeysRoute,
  auditRoute,
  workspaceSettingsRoute,
  accountRoute,
  billingRoute,
  ownershipRoute,
] as const;
