import * as operations from "@knockon/contract/operations/repository";
import { getRepository, listRepositories } from "@knockon/core/repository/read-repositories";
import { getRepositoryContext } from "@knockon/core/repository/get-repository-context";
import { listDependencies, listDependents } from "@knockon/core/repository/declarations";
import { lookupRepository } from "@knockon/core/repository/lookup-repository";
import { route } from "../route.ts";

export const listRepositoriesRoute = route(operations.listRepositories, (ctx, { query }) =>
  listRepositories(ctx, query),
);

export const lookupRepositoryRoute = route(operations.lookupRepository, (ctx, { query }) =>
  lookupRepository(ctx, query),
);

export const getRepositoryRoute = route(operations.getRepository, (ctx, { params }) =>
  getRepository(ctx, params),
);

export const listDependenciesRoute = route(operations.listDependencies, (ctx, { params, query }) =>
  listDependencies(ctx, { ...params, ...query }),
);

export const listDependentsRoute = route(operations.listDependents, (ctx, { params, query }) =>
  listDependents(ctx, { ...params, ...query }),
);

export const getRepositoryContextRoute = route(operations.getRepositoryContext, (ctx, { params }) =>
  getRepositoryContext(ctx, params),
);
