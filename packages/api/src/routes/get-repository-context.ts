import * as operations from "@knockon/contract/operations/repository";
import { getRepositoryContext } from "@knockon/core/repository/get-repository-context";
import { route } from "../route.ts";

export const getRepositoryContextRoute = route(operations.getRepositoryContext, (ctx, { params }) =>
  getRepositoryContext(ctx, params),
);
