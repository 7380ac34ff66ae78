import * as operations from "@knockon/contract/operations/connected-org";
import { getGraph } from "@knockon/core/graph/get-graph";
import { route } from "../route.ts";

export const getGraphRoute = route(operations.getGraph, (ctx, { params, query }) =>
  getGraph(ctx, { ...params, ...query }),
);
