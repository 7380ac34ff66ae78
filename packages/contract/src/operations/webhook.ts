import * as z from "zod";
import { operation } from "../operation.ts";
import { PaymentEvent } from "../resources/billing.ts";
import { uuid } from "../resources/fields.ts";
import { GitHubEvent, GitLabEvent, WebhookSecret } from "../resources/webhook.ts";
import { ADMINISTER } from "./access.ts";

const tag = "webhooks";
const params = z.object({ connected_org_id: uuid.meta({ description: "The connected org." }) });

export const createWebhookSecret = operation({
  id: "createWebhookSecret",
  method: "POST",
  path: "/connected-orgs/{connected_org_id}/webhook-secret",
  summary: "Make the secret by which an org's host proves its webhooks; a former one is no longer accepted",
  description:
    "The answer is the only one that has the secret. Give it to the host's webhook, whose address is below `/webhooks`. A `local` org has no host: 422.",
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
  summary: "Accept no more webhooks of an org",
  description: "What the host sends is refused from then on. One that is not there is absent.",
  tag,
  auth: ADMINISTER,
  params,
  status: 204,
  response: z.object({}),
  errors: [],
});

/** Answers the same whether there was something to do or not. */
export const receiveGithubWebhook = operation({
  id: "receiveGithubWebhook",
  method: "POST",
  path: "/webhooks/github",
  summary: "Receive an event of GitHub's: pushed repositories are scanned within a minute",
  description:
    "Signed by the webhook secret of an org or, of the GitHub App's own events, by the App's: an installation that is deleted is forgotten. Answers the same whether there was something to do or not. The signature is judged before anything else; a delivery is never refused for its shape.",
  tag,
  auth: { credentials: "signature", role: null, signatureHeader: "X-Hub-Signature-256" },
  body: GitHubEvent,
  status: 200,
  response: z.object({}),
  errors: [400],
});

/** Answers the same whether there was something to do or not. */
export const receiveGitlabWebhook = operation({
  id: "receiveGitlabWebhook",
  method: "POST",
  path: "/webhooks/gitlab",
  summary: "Receive an event of GitLab's: pushed projects are scanned within a minute",
  description:
    "Answers the same whether there was something to do or not. The token is judged before anything else; a delivery is never refused for its shape.",
  tag,
  auth: { credentials: "signature", role: null, signatureHeader: "X-Gitlab-Token" },
  body: GitLabEvent,
  status: 200,
  response: z.object({}),
  errors: [400],
});

/** Answers the same whether there was something to do or not. */
export const receivePaymentsWebhook = operation({
  id: "receivePaymentsWebhook",
  method: "POST",
  path: "/webhooks/payments",
  summary: "Receive an event of the payment processor's: what it charges is read anew",
  description:
    "The signature of the bytes is judged before anything else. An event is a hint to read the current state: one that comes twice, late or out of order does no harm, and an unknown one is skipped.",
  tag,
  auth: { credentials: "signature", role: null, signatureHeader: "Stripe-Signature" },
  body: PaymentEvent,
  status: 200,
  response: z.object({}),
  errors: [400, 503],
  asksProcessor: true,
});
