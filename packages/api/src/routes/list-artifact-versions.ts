import * as operations from "@knockon/contract/operations/artifact";
import { listArtifactVersions } from "@knockon/core/artifact/list-artifact-versions";
import { route } from "../route.ts";

export const listArtifactVersionsRoute = route(operations.listArtifactVersions, (ctx, { params, query }) =>
  listArtifactVersions(ctx, { ...params, ...query }),
);
