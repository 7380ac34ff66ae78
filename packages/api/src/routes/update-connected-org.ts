import * as operations from "@knockon/contract/operations/connected-org";
import { updateConnectedOrg } from "@knockon/core/connected-org/update-connected-org";
import { route } from "../route.ts";

export const updateConnectedOrgRoute = route(operations.updateConnectedOrg, (ctx, { params, body }) =>
  updateConnectedOrg(ctx, { ...params, ...body }),
);
