import * as operations from "@knockon/contract/operations/connected-org";
import { listConnectedOrgs } from "@knockon/core/connected-org/list-connected-orgs";
import { route } from "../route.ts";

export const listConnectedOrgsRoute = route(operations.listConnectedOrgs, (ctx, { query }) =>
  listConnectedOrgs(ctx, query),
);
