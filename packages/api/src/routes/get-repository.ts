import * as operations from "@knockon/contract/operations/repository";
import { getRepository } from "@knockon/core/repository/get-repository";
import { route } from "../route.ts";

export const getRepositoryRoute = route(operations.getRepository, (ctx, { params }) =>
  getRepository(ctx, params),
);
