import * as operations from "@knockon/contract/operations/ownership";
import { getOwnership } from "@knockon/core/ownership/get-ownership";
import { route } from "../route.ts";

export const getOwnershipRoute = route(operations.getOwnership, (ctx, { params, query }) =>
  getOwnership(ctx, { ...params, ...query }),
);
