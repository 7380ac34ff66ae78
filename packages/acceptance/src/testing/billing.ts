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
import { ask, type TestWorkspace } from "./test-workspace.ts";

export type StripeEvent = FakeStripe["ledger"]["events"][number];

/** An event as Stripe sends it to the service. */
export function deliver(service: TestService, event: StripeEvent): Promise<Response> {
  const { body, signature } = stripeOf(service).deliver(event);
  return ask(service, receivePaymentsWebhook, { text: body, headers: { "Stripe-Signature": signature } });
}

/** Delivers everything that Stripe told and the service was not told yet. */
export async function deliverAll(service: TestService): Promise<void> {
  const { ledger } = stripeOf(service);
  for (const event of ledger.events.splice(0)) expect((await deliver(service, event)).status).toBe(200);
}

export function stripeOf({ stripe }: TestService): FakeStripe {
  if (!stripe) throw new Error("The service was started without Stripe.");
  return stripe;
}

/** Somebody pays for the plan on Stripe's page, and the service hears of it. */
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

/** A subscription of which the operation can be asked, once. */
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
  if (operationId === openCheckout.id) service.stripe.people.end((await namesOf(workspace)).subscription);
}

/** What the service knows of a workspace's subscription. */
export async function knownSubscription({ scope }: TestWorkspace) {
  const [row] = await inWorkspace(scope, (tx) => tx.select().from(subscription));
  return row;
}

/** As the processor names them. */
export async function namesOf(workspace: TestWorkspace): Promise<{ customer: string; subscription: string }> {
  const row = await knownSubscription(workspace);
  return { customer: row?.externalCustomerId ?? "", subscription: row?.externalSubscriptionId ?? "" };
}
