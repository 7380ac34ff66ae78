import * as operations from "@knockon/contract/operations/connected-org";
import { testConnectedOrg } from "@knockon/core/connected-org/test-connected-org";
import { route } from "../route.ts";

export const testConnectedOrgRoute = route(operations.testConnectedOrg, (ctx, { params }) =>
  testConnectedOrg(ctx, params),
);
