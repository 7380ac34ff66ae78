import * as operations from "@knockon/contract/operations/connected-org";
import { createConnectedOrg } from "@knockon/core/connected-org/create-connected-org";
import { route } from "../route.ts";

export const createConnectedOrgRoute = route(operations.createConnectedOrg, (ctx, { body }) =>
  createConnectedOrg(ctx, body),
);
