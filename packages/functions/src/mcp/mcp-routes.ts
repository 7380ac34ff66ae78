import type { Route } from "@knockon/api/route";
import {
  getArtifactInterfaceRoute,
  listArtifactConsumersRoute,
  listArtifactsRoute,
} from "@knockon/api/routes/artifacts";
import { checkChangeRoute } from "@knockon/api/routes/checks";
import { listConnectedOrgsRoute } from "@knockon/api/routes/connected-orgs";
import { getImpactRoute } from "@knockon/api/routes/graph";
import {
  getRepositoryContextRoute,
  listDependenciesRoute,
  listRepositoriesRoute,
  lookupRepositoryRoute,
} from "@knockon/api/routes/repositories";
import { listScansRoute } from "@knockon/api/routes/scans";
import { getWorkspaceRoute } from "@knockon/api/routes/workspaces";

/** The operations that the tools call. */
export const MCP_ROUTES: readonly Route[] = [
  checkChangeRoute,
  getArtifactInterfaceRoute,
  getImpactRoute,
  getRepositoryContextRoute,
  getWorkspaceRoute,
  listArtifactConsumersRoute,
  listArtifactsRoute,
  listConnectedOrgsRoute,
  listDependenciesRoute,
  listRepositoriesRoute,
  listScansRoute,
  lookupRepositoryRoute,
];
