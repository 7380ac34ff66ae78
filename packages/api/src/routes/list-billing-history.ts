import * as operations from "@knockon/contract/operations/billing";
import { listBillingHistory } from "@knockon/core/billing/list-billing-history";
import { route } from "../route.ts";

export const listBillingHistoryRoute = route(operations.listBillingHistory, (ctx, { query }) =>
  listBillingHistory(ctx, query),
);
