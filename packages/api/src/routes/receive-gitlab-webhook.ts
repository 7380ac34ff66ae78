import * as operations from "@knockon/contract/operations/webhook";
import { receiveGitlabWebhook } from "@knockon/core/webhook/receive-gitlab-webhook";
import { route } from "../route.ts";

export const receiveGitlabWebhookRoute = route(operations.receiveGitlabWebhook, (ctx, { delivery }) =>
  receiveGitlabWebhook(ctx, delivery),
);
