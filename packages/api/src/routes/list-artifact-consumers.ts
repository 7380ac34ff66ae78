import * as operations from "@knockon/contract/operations/artifact";
import { listArtifactConsumers } from "@knockon/core/artifact/list-artifact-consumers";
import { route } from "../route.ts";

export const listArtifactConsumersRoute = route(operations.listArtifactConsumers, (ctx, { params, query }) =>
  listArtifactConsumers(ctx, { ...params, ...query }),
);
