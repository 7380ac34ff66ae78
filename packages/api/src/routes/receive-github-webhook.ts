import * as operations from "@knockon/contract/operations/webhook";
import { receiveGithubWebhook } from "@knockon/core/webhook/receive-github-webhook";
import { route } from "../route.ts";

export const receiveGithubWebhookRoute = route(operations.receiveGithubWebhook, (ctx, { delivery }) =>
  receiveGithubWebhook(ctx, delivery),
);
