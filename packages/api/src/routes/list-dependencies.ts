import * as operations from "@knockon/contract/operations/repository";
import { listDependencies } from "@knockon/core/repository/list-dependencies";
import { route } from "../route.ts";

export const listDependenciesRoute = route(operations.listDependencies, (ctx, { params, query }) =>
  listDependencies(ctx, { ...params, ...query }),
);
