import * as operations from "@knockon/contract/operations/billing";
import { resumeSubscription } from "@knockon/core/billing/cancel-subscription";
import { route } from "../route.ts";

export const resumeSubscriptionRoute = route(operations.resumeSubscription, (ctx, request) =>
  resumeSubscription(ctx, request),
);
