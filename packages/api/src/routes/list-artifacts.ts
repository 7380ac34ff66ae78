import * as operations from "@knockon/contract/operations/connected-org";
import { listArtifacts } from "@knockon/core/artifact/list-artifacts";
import { route } from "../route.ts";

export const listArtifactsRoute = route(operations.listArtifacts, (ctx, { params, query }) =>
  listArtifacts(ctx, { ...params, ...query }),
);
