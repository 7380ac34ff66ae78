import * as operations from "@knockon/contract/operations/connected-org";
import { getConnectedOrg } from "@knockon/core/connected-org/get-connected-org";
import { route } from "../route.ts";

export const getConnectedOrgRoute = route(operations.getConnectedOrg, (ctx, { params }) =>
  getConnectedOrg(ctx, params),
);
