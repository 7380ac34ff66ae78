import * as operations from "@knockon/contract/operations/repository";
import { listDependents } from "@knockon/core/repository/list-dependents";
import { route } from "../route.ts";

export const listDependentsRoute = route(operations.listDependents, (ctx, { params, query }) =>
  listDependents(ctx, { ...params, ...query }),
);
