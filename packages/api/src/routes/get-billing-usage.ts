import * as operations from "@knockon/contract/operations/billing";
import { getBillingUsage } from "@knockon/core/billing/get-billing-usage";
import { route } from "../route.ts";

export const getBillingUsageRoute = route(operations.getBillingUsage, (ctx) => getBillingUsage(ctx));
