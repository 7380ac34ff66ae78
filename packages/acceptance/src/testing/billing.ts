import type { FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import { sellPlans } from "@knockon/adapters/testing/stripe/sell-plans";
import {
  addSeats,
  cancelSubscription,
  openCheckout,
  resumeSubscription,
} from "@knockon/contract/operations/billing";
import { receivePaymentsWebhook } from "@knockon/contract/operations/webhook";
import { subscription } from "@knockon/db/schema/billing.sql";
import { inWorkspace } from "@knockon/db/in-workspace";
import { expect } from "vitest";
import type { TestService } from "./test-service.ts";
import { sendRequest, type TestWorkspace } from "./test-workspace.ts";

export type StripeEvent = FakeStripe["ledger"]["events"][number];

/** Delivers an event to the webhook, as Stripe does. */
export function deliver(service: TestService, event: StripeEvent): Promise<Response> {
  const { body, signature } = stripeOf(service).deliver(event);
  return sendRequest(service, receivePaymentsWebhook, {
    text: body,
    headers: { "Stripe-Signature": signature },
  });
}

/** Delivers all events that the service has not received. */
export async function deliverAll(service: TestService): Promise<void> {
  const { ledger } = stripeOf(service);
  for (const event of ledger.events.splice(0)) expect((await deliver(service, event)).status).toBe(200);
}

export function stripeOf({ stripe }: TestService): FakeStripe {
  if (!stripe) throw new Error("The service was started without Stripe.");
  return stripe;
}

/** Pays for a plan at Stripe's checkout and delivers the events. */
export async function subscribe(
  service: TestService,
  workspace: TestWorkspace,
  planKey = "pro",
): Promise<void> {
  const { people, ledger } = stripeOf(service);
  if (ledger.prices.size === 0) sellPlans(ledger);
  const params = { workspace_id: workspace.scope.workspaceId };
  const { url } = await workspace.call(openCheckout, { params, body: { plan_key: planKey } });
  expect(people.completeCheckout(url)).toBe(true);
  await deliverAll(service);
}

/** Creates a subscription in a state in which the operation can succeed once. */
export async function subscribeFor(
  service: TestService,
  workspace: TestWorkspace,
  operationId: string,
): Promise<void> {
  if (!service.stripe) return;
  const params = { workspace_id: workspace.scope.workspaceId };
  await subscribe(service, workspace);
  await workspace.call(addSeats, { params, body: { additional_seats: 3 } });
  if (operationId === resumeSubscription.id) await workspace.call(cancelSubscription, { params });
  if (operationId === openCheckout.id) service.stripe.people.end((await stripeIdsOf(workspace)).subscription);
}

/** Returns the workspace's stored subscription. */
export async function storedSubscription({ scope }: TestWorkspace) {
  const [row] = await inWorkspace(scope, (tx) => tx.select().from(subscription));
  return row;
}

/** Returns the Stripe IDs of a workspace's customer and subscription. */
export async function stripeIdsOf(
  workspace: TestWorkspace,
): Promise<{ customer: string; subscription: string }> {
  const row = await storedSubscription(workspace);
  return { customer: row?.externalCustomerId ?? "", subscription: row?.externalSubscriptionId ?? "" };
}
