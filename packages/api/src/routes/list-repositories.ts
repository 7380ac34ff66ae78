import * as operations from "@knockon/contract/operations/repository";
import { listRepositories } from "@knockon/core/repository/list-repositories";
import { route } from "../route.ts";

export const listRepositoriesRoute = route(operations.listRepositories, (ctx, { query }) =>
  listRepositories(ctx, query),
);
