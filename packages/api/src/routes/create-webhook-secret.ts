import * as operations from "@knockon/contract/operations/webhook";
import { createWebhookSecret } from "@knockon/core/webhook/create-webhook-secret";
import { route } from "../route.ts";

export const createWebhookSecretRoute = route(operations.createWebhookSecret, (ctx, { params }) =>
  createWebhookSecret(ctx, params),
);
