import * as operations from "@knockon/contract/operations/billing";
import { getBillingStatus } from "@knockon/core/billing/get-billing-status";
import { route } from "../route.ts";

export const getBillingStatusRoute = route(operations.getBillingStatus, (ctx) => getBillingStatus(ctx));
