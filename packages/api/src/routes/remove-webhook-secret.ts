import * as operations from "@knockon/contract/operations/webhook";
import { removeWebhookSecret } from "@knockon/core/webhook/remove-webhook-secret";
import { route } from "../route.ts";

export const removeWebhookSecretRoute = route(operations.removeWebhookSecret, (ctx, { params }) =>
  removeWebhookSecret(ctx, params),
);
