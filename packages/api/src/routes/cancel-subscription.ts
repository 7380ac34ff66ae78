import * as operations from "@knockon/contract/operations/billing";
import { cancelSubscription } from "@knockon/core/billing/cancel-subscription";
import { route } from "../route.ts";

export const cancelSubscriptionRoute = route(operations.cancelSubscription, (ctx, request) =>
  cancelSubscription(ctx, request),
);
