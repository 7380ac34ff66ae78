import * as operations from "@knockon/contract/operations/repository";
import { getRepositoryImpact } from "@knockon/core/impact/get-repository-impact";
import { route } from "../route.ts";

export const getRepositoryImpactRoute = route(operations.getRepositoryImpact, (ctx, { params, query }) =>
  getRepositoryImpact(ctx, { ...params, ...query }),
);
