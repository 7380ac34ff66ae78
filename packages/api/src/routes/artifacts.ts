import * as operations from "@knockon/contract/operations/artifact";
import * as orgOperations from "@knockon/contract/operations/connected-org";
import { getArtifact, listArtifacts } from "@knockon/core/artifact/artifacts";
import { listArtifactConsumers, listArtifactVersions } from "@knockon/core/artifact/artifact-consumers";
import { getArtifactInterface } from "@knockon/core/check/artifact-interface";
import { route } from "../route.ts";

export const getArtifactRoute = route(operations.getArtifact, (ctx, { params }) => getArtifact(ctx, params));

export const listArtifactVersionsRoute = route(operations.listArtifactVersions, (ctx, { params, query }) =>
  listArtifactVersions(ctx, { ...params, ...query }),
);

export const listArtifactConsumersRoute = route(operations.listArtifactConsumers, (ctx, { params, query }) =>
  listArtifactConsumers(ctx, { ...params, ...query }),
);

export const listArtifactsRoute = route(orgOperations.listArtifacts, (ctx, { params, query }) =>
  listArtifacts(ctx, { ...params, ...query }),
);

export const getArtifactInterfaceRoute = route(operations.getArtifactInterface, (ctx, { params, query }) =>
  getArtifactInterface(ctx, { ...params, ...query }),
);
