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

/** A service that sells, and for each test a workspace that has bought nothing yet, as its key and Stripe see it. */
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
  const names = () => billing.namesOf(workspace);

  /** The headers of a request that has a name. */
  const named = (key: string) => ({ "X-API-Key": workspace.key, "Idempotency-Key": key });

  /** What a request is answered, whatever it is. */
  async function answer(operation: OperationInput, parts: RequestParts = {}) {
    const response = await workspace.fetch(operation, { params: params(), ...parts });
    return [response.status, await response.json()] as [number, Record<string, unknown>];
  }

  /** The subscription as Stripe has it. */
  async function sold() {
    const found = stripe.ledger.subscriptions.get((await names()).subscription);
    if (!found) throw new Error("Nothing was sold.");
    return found;
  }

  /** Somebody pays for a plan. What Stripe has to tell of it is not delivered. */
  async function subscribeUnheard(): Promise<billing.StripeEvent[]> {
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
    answer,
    subscribe,
    subscribeUnheard,
    deliverAll,
    names,
    sold,
    status: () => call(getBillingStatus),
    entitlements: () => call(getEntitlements),
    named,
    buy: (additional_seats: number, key?: string) =>
      answer(addSeats, { body: { additional_seats }, ...(key !== undefined && { headers: named(key) }) }),
    seatsSold: async () =>
      (await sold()).items.data.find(({ price }) => price.metadata["knockon_part"] === "seat")?.quantity ?? 0,
    /** In minor units, since the workspace was opened. */
    paid: async () => {
      const { customer } = await names();
      const invoices = [...stripe.ledger.invoices.values()].filter((one) => one.customer === customer);
      return invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
    },
    /** Why subscriptions were cancelled. */
    records: () => inWorkspace(workspace.scope, (tx) => tx.select().from(subscriptionCancellation)),
    /** What was done to the subscription, newest first. */
    actions: async () =>
      (await call(listAuditEvents))
        .map(({ action }) => action)
        .filter((action) => action.startsWith("subscription.")),
    /** Somebody new belongs to the workspace. */
    async join(role: "owner" | "member" | "viewer"): Promise<TestPerson> {
      const person = await service.signUp(`${role}-${crypto.randomUUID()}`);
      const { workspaceId } = workspace.scope;
      await inWorkspace(workspace.scope, (tx) =>
        tx.insert(membership).values({ workspaceId, userId: person.id, role }),
      );
      return person;
    },
  };
}
