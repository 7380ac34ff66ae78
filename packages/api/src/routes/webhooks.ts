import * as operations from "@knockon/contract/operations/webhook";
import { receivePaymentsWebhook } from "@knockon/core/billing/receive-payments-webhook";
import { createWebhookSecret, removeWebhookSecret } from "@knockon/core/webhook/webhook-secret";
import { receiveGithubWebhook } from "@knockon/core/webhook/receive-github-webhook";
import { receiveGitlabWebhook } from "@knockon/core/webhook/receive-gitlab-webhook";
import { route } from "../route.ts";

export const createWebhookSecretRoute = route(operations.createWebhookSecret, (ctx, { params }) =>
  createWebhookSecret(ctx, params),
);

export const removeWebhookSecretRoute = route(operations.removeWebhookSecret, (ctx, { params }) =>
  removeWebhookSecret(ctx, params),
);

export const receiveGithubWebhookRoute = route(operations.receiveGithubWebhook, (ctx, { delivery }) =>
  receiveGithubWebhook(ctx, delivery),
);

export const receiveGitlabWebhookRoute = route(operations.receiveGitlabWebhook, (ctx, { delivery }) =>
  receiveGitlabWebhook(ctx, delivery),
);

export const receivePaymentsWebhookRoute = route(operations.receivePaymentsWebhook, (ctx, { delivery }) =>
  receivePaymentsWebhook(ctx, delivery),
);
