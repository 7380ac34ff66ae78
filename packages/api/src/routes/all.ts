import { cancelScanRoute } from "./cancel-scan.ts";
import { createConnectedOrgRoute } from "./create-connected-org.ts";
import { deleteConnectedOrgRoute } from "./delete-connected-org.ts";
import { getArtifactRoute } from "./get-artifact.ts";
import { getConnectedOrgStatsRoute } from "./get-connected-org-stats.ts";
import { getConnectedOrgRoute } from "./get-connected-org.ts";
import { getGraphRoute } from "./get-graph.ts";
import { getImpactRoute } from "./get-impact.ts";
import { getRepositoryContextRoute } from "./get-repository-context.ts";
import { getRepositoryImpactRoute } from "./get-repository-impact.ts";
import { getRepositoryRoute } from "./get-repository.ts";
import { getScanRoute } from "./get-scan.ts";
import { listArtifactConsumersRoute } from "./list-artifact-consumers.ts";
import { listArtifactVersionsRoute } from "./list-artifact-versions.ts";
import { listArtifactsRoute } from "./list-artifacts.ts";
import { listConnectedOrgsRoute } from "./list-connected-orgs.ts";
import { listDependenciesRoute } from "./list-dependencies.ts";
import { listDependentsRoute } from "./list-dependents.ts";
import { listRepositoriesRoute } from "./list-repositories.ts";
import { listScansRoute } from "./list-scans.ts";
import { listUnresolvedDeclarationsRoute } from "./list-unresolved-declarations.ts";
import { lookupRepositoryRoute } from "./lookup-repository.ts";
import { testConnectedOrgRoute } from "./test-connected-org.ts";
import { triggerScanRoute } from "./trigger-scan.ts";
import { updateConnectedOrgRoute } from "./update-connected-org.ts";
import type { Route } from "../route.ts";

/** Every route of the service; a test holds them equal to the operations. */
export const ROUTES: readonly Route[] = [
  cancelScanRoute,
  createConnectedOrgRoute,
  deleteConnectedOrgRoute,
  getArtifactRoute,
  getConnectedOrgStatsRoute,
  getConnectedOrgRoute,
  getGraphRoute,
  getImpactRoute,
  getRepositoryContextRoute,
  getRepositoryImpactRoute,
  getRepositoryRoute,
  getScanRoute,
  listArtifactConsumersRoute,
  listArtifactVersionsRoute,
  listArtifactsRoute,
  listConnectedOrgsRoute,
  listDependenciesRoute,
  listDependentsRoute,
  listRepositoriesRoute,
  listScansRoute,
  listUnresolvedDeclarationsRoute,
  lookupRepositoryRoute,
  testConnectedOrgRoute,
  triggerScanRoute,
  updateConnectedOrgRoute,
];
