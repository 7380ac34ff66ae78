import * as operations from "@knockon/contract/operations/billing";
import { changePlan } from "@knockon/core/billing/change-plan";
import { route } from "../route.ts";

export const changePlanRoute = route(operations.changePlan, (ctx, request) => changePlan(ctx, request));
