import * as operations from "@knockon/contract/operations/connected-org";
import { deleteConnectedOrg } from "@knockon/core/connected-org/delete-connected-org";
import { route } from "../route.ts";

export const deleteConnectedOrgRoute = route(operations.deleteConnectedOrg, (ctx, { params }) =>
  deleteConnectedOrg(ctx, params),
);
