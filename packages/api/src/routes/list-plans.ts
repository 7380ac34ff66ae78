import * as operations from "@knockon/contract/operations/billing";
import { listPlans } from "@knockon/core/billing/list-plans";
import { route } from "../route.ts";

export const listPlansRoute = route(operations.listPlans, (ctx) => listPlans(ctx));
