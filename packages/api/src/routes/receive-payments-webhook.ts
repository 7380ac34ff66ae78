import * as operations from "@knockon/contract/operations/webhook";
import { receivePaymentsWebhook } from "@knockon/core/billing/receive-payments-webhook";
import { route } from "../route.ts";

export const receivePaymentsWebhookRoute = route(operations.receivePaymentsWebhook, (ctx, { delivery }) =>
  receivePaymentsWebhook(ctx, delivery),
);
