import * as operations from "@knockon/contract/operations/billing";
import { previewPlanChange } from "@knockon/core/billing/change-plan";
import { route } from "../route.ts";

export const previewPlanChangeRoute = route(operations.previewPlanChange, (ctx, { query }) =>
  previewPlanChange(ctx, query),
);
