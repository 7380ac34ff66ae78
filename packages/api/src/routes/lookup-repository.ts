import * as operations from "@knockon/contract/operations/repository";
import { lookupRepository } from "@knockon/core/repository/lookup-repository";
import { route } from "../route.ts";

export const lookupRepositoryRoute = route(operations.lookupRepository, (ctx, { query }) =>
  lookupRepository(ctx, query),
);
