import * as z from "zod";
import { operation } from "../operation.ts";
import { PaymentEvent } from "../resources/billing.ts";
import { uuid } from "../resources/fields.ts";
import { GitHubEvent, GitLabEvent, WebhookSecret } from "../resources/webhook.ts";
import { ADMINISTER } from "./access.ts";

const tag = "webhooks";
const params = z.object({ connected_org_id: uuid.meta({ description: "Connected org ID." }) });

export const createWebhookSecret = operation({
  id: "createWebhookSecret",
  method: "POST",
  path: "/connected-orgs/{connected_org_id}/webhook-secret",
  summary: "Create a webhook secret",
  description:
    "Replaces the previous secret. The secret appears only in this response. Enter it in the host's webhook settings, together with the URL of `/webhooks/github` or `/webhooks/gitlab`. Returns 422 for a `local` org.",
  tag,
  auth: ADMINISTER,
  params,
  status: 201,
  response: WebhookSecret,
  errors: [],
});

export const removeWebhookSecret = operation({
  id: "removeWebhookSecret",
  method: "DELETE",
  path: "/connected-orgs/{connected_org_id}/webhook-secret",
  summary: "Delete the webhook secret",
  description: "The service rejects the org's webhook events from now on. Returns 404 if there is no secret.",
  tag,
  auth: ADMINISTER,
  params,
  status: 204,
  response: z.object({}),
  errors: [],
});

export const receiveGithubWebhook = operation({
  id: "receiveGithubWebhook",
  method: "POST",
  path: "/webhooks/github",
  summary: "Receive a GitHub webhook event",
  description:
    "Pushed repositories are scanned within a minute. Pull requests and merge groups are checked. Events are signed with the webhook secret of an org. Events of the GitHub App are signed with the App's secret: they request checks, and a deleted installation is removed. The signature is verified first. Payloads of an unknown shape are ignored. The response does not reveal whether an event had an effect.",
  tag,
  auth: { credentials: "signature", role: null, signatureHeader: "X-Hub-Signature-256" },
  body: GitHubEvent,
  status: 200,
  response: z.object({}),
  errors: [400],
});

export const receiveGitlabWebhook = operation({
  id: "receiveGitlabWebhook",
  method: "POST",
  path: "/webhooks/gitlab",
  summary: "Receive a GitLab webhook event",
  description:
    "Pushed projects are scanned within a minute. Merge requests are checked. The token is verified first. Payloads of an unknown shape are ignored. The response does not reveal whether an event had an effect.",
  tag,
  auth: { credentials: "signature", role: null, signatureHeader: "X-Gitlab-Token" },
  body: GitLabEvent,
  status: 200,
  response: z.object({}),
  errors: [400],
});

export const receivePaymentsWebhook = operation({
  id: "receivePaymentsWebhook",
  method: "POST",
  path: "/webhooks/payments",
  summary: "Receive a payment event",
  description:
    "The signature of the raw body is verified first. An event triggers a read of the current state from the payment processor, so repeated, late and reordered events do no harm. Unknown event types are skipped.",
  tag,
  auth: { credentials: "signature", role: null, signatureHeader: "Stripe-Signature" },
  body: PaymentEvent,
  status: 200,
  response: z.object({}),
  errors: [400, 503],
  asksProcessor: true,
});
