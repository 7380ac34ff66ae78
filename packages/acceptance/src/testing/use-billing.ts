import { sellPlans } from "@knockon/adapters/testing/stripe/sell-plans";
import { startFakeStripe, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import type { OperationInput, ResponseOf } from "@knockon/contract/operation";
import { addSeats, getBillingStatus, openCheckout } from "@knockon/contract/operations/billing";
import { getEntitlements, listAuditEvents } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { subscriptionCancellation } from "@knockon/db/schema/billing.sql";
import { membership } from "@knockon/db/schema/membership.sql";
import { afterAll, beforeAll, beforeEach } from "vitest";
import * as billing from "./billing.ts";
import type { TestPerson } from "./test-person.ts";
import { startTestService, type TestService } from "./test-service.ts";
import type { RequestParts, TestWorkspace } from "./test-workspace.ts";

const QUIET = { info() {}, error() {} };

/** Starts a service with a fake Stripe, and opens a workspace without a subscription for each test. */
export function useBilling() {
  let stripe: FakeStripe;
  let service: TestService;
  let workspace: TestWorkspace;

  beforeAll(async () => {
    stripe = await startFakeStripe();
    sellPlans(stripe.ledger);
    service = await startTestService({ stripe, log: QUIET });
  });

  afterAll(async () => {
    await service.close();
    await stripe.close();
  });

  beforeEach(async () => {
    stripe.interfere = () => undefined;
    stripe.losesAnswerOf = () => false;
    stripe.ledger.events.length = 0;
    workspace = await service.openWorkspace("Acme");
  });

  const params = () => ({ workspace_id: workspace.scope.workspaceId });
  const call = <O extends OperationInput>(operation: O, parts: RequestParts = {}): Promise<ResponseOf<O>> =>
    workspace.call(operation, { params: params(), ...parts });
  const subscribe = (planKey?: string) => billing.subscribe(service, workspace, planKey);
  const deliverAll = () => billing.deliverAll(service);
  const stripeIds = () => billing.stripeIdsOf(workspace);

  /** Returns the headers of a request with an Idempotency-Key. */
  const idempotencyHeaders = (key: string) => ({ "X-API-Key": workspace.key, "Idempotency-Key": key });

  /** Returns the status and the body of a response. */
  async function send(operation: OperationInput, parts: RequestParts = {}) {
    const response = await workspace.fetch(operation, { params: params(), ...parts });
    return [response.status, await response.json()] as [number, Record<string, unknown>];
  }

  /** Returns the workspace's subscription at Stripe. */
  async function stripeSubscription() {
    const found = stripe.ledger.subscriptions.get((await stripeIds()).subscription);
    if (!found) throw new Error("The workspace has no subscription.");
    return found;
  }

  /** Pays for a plan at Stripe's checkout. Returns the events without delivering them. */
  async function subscribeWithoutEvents(): Promise<billing.StripeEvent[]> {
    stripe.ledger.events.length = 0;
    const { url } = await call(openCheckout, { body: { plan_key: "pro" } });
    stripe.people.completeCheckout(url);
    return stripe.ledger.events.splice(0);
  }

  return {
    stripe: () => stripe,
    service: () => service,
    workspace: () => workspace,
    params,
    call,
    send,
    subscribe,
    subscribeWithoutEvents,
    deliverAll,
    stripeIds,
    stripeSubscription,
    status: () => call(getBillingStatus),
    entitlements: () => call(getEntitlements),
    idempotencyHeaders,
    buySeats: (additional_seats: number, key?: string) =>
      send(addSeats, {
        body: { additional_seats },
        ...(key !== undefined && { headers: idempotencyHeaders(key) }),
      }),
    /** The number of extra seats at Stripe. */
    seatsAtStripe: async () =>
      (await stripeSubscription()).items.data.find(({ price }) => price.metadata["knockon_part"] === "seat")
        ?.quantity ?? 0,
    /** The sum of all payments, in minor units. */
    amountPaid: async () => {
      const { customer } = await stripeIds();
      const invoices = [...stripe.ledger.invoices.values()].filter((one) => one.customer === customer);
      return invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
    },
    cancellationRecords: () =>
      inWorkspace(workspace.scope, (tx) => tx.select().from(subscriptionCancellation)),
    /** The subscription's audit actions, newest first. */
    auditActions: async () =>
      (await call(listAuditEvents))
        .map(({ action }) => action)
        .filter((action) => action.startsWith("subscription.")),
    /** Signs up a user and adds them to the workspace. */
    async addMember(role: "owner" | "member" | "viewer"): Promise<TestPerson> {
      const person = await service.signUp(`${role}-${crypto.randomUUID()}`);
      const { workspaceId } = workspace.scope;
      await inWorkspace(workspace.scope, (tx) =>
        tx.insert(membership).values({ workspaceId, userId: person.id, role }),
      );
      return person;
    },
  };
}
