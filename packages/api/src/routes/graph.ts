import * as orgOperations from "@knockon/contract/operations/connected-org";
import * as operations from "@knockon/contract/operations/repository";
import { getGraph } from "@knockon/core/graph/get-graph";
import { getImpact, getRepositoryImpact } from "@knockon/core/impact/get-impact";
import { route } from "../route.ts";

export const getRepositoryImpactRoute = route(operations.getRepositoryImpact, (ctx, { params, query }) =>
  getRepositoryImpact(ctx, { ...params, ...query }),
);

export const getImpactRoute = route(operations.getImpact, (ctx, { query }) => getImpact(ctx, query));

export const getGraphRoute = route(orgOperations.getGraph, (ctx, { params, query }) =>
  getGraph(ctx, { ...params, ...query }),
);
