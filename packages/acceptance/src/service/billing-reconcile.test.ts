import { json } from "@knockon/adapters/testing/git-hosts/fake-server";
import { reconcileSubscriptions } from "@knockon/core/billing/reconcile-subscriptions";
import { deleteWorkspace } from "@knockon/core/workspace/delete-workspace";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { subscription as subscriptionTable } from "@knockon/db/schema/billing.sql";
import { workspace as workspaceTable } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { useBilling } from "../testing/use-billing.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const BAD_REQUEST = { error: { type: "invalid_request_error", message: "Bad request." } };

const { stripe, service, workspace, subscribe, subscribeWithoutEvents, stripeIds, status } = useBilling();

/** Returns the sweeper's context, with its clock ahead. */
const base = (aheadMs = 0) => ({
  ...service().shared,
  now: () => new Date(Date.now() + aheadMs),
  actor: { type: "system" } as const,
  requestId: "sweeper",
});

/** Reconciles until no subscription is due. Returns the number of runs, one per minute in production. */
async function reconcileAll(aheadMs: number): Promise<number> {
  let runs = 0;
  while ((await reconcileSubscriptions(base(aheadMs))) > 0) {
    runs += 1;
    expect(runs).toBeLessThan(10);
  }
  return runs;
}

it("a change without an event is found within a day, and each subscription is read once a day", async () => {
  await subscribeWithoutEvents();
  await reconcileAll(0);
  expect(await status()).toMatchObject({ subscription_status: "active", plan: "pro" });
  stripe().people.end((await stripeIds()).subscription);
  expect(await reconcileSubscriptions(base())).toBe(0);
  expect(await status()).toMatchObject({ subscription_status: "active" });
  await reconcileAll(DAY_MS + 1);
  expect(await status()).toMatchObject({ subscription_status: "canceled", plan: "free" });
});

it("subscriptions that keep failing do not block others, and are retried after an hour", async () => {
  await reconcileAll(2 * DAY_MS);
  const failing = new Set<string>();
  for (let made = 0; made < 20; made += 1) {
    const { scope } = await service().openWorkspace(`Failing ${made}`);
    const externalCustomerId = `cus_failing${made}`;
    failing.add(externalCustomerId);
    const readAt = new Date(0);
    await inWorkspace(scope, (tx) =>
      tx.insert(subscriptionTable).values({ workspaceId: scope.workspaceId, externalCustomerId, readAt }),
    );
  }
  await subscribe();
  stripe().people.end((await stripeIds()).subscription);
  let requests = 0;
  stripe().interfere = ({ query }) => {
    if (!failing.has(query.get("customer") ?? "")) return undefined;
    requests += 1;
    return json(400, BAD_REQUEST);
  };
  const later = DAY_MS + 1;
  expect(await reconcileAll(later)).toBe(2);
  expect(requests).toBe(20);
  expect(await status()).toMatchObject({ subscription_status: "canceled" });
  await reconcileAll(later + HOUR_MS - 60_000);
  expect(requests).toBe(20);
  await reconcileAll(later + HOUR_MS);
  expect(requests).toBe(40);
});

it("the subscription of a deleted workspace ends with its period", async () => {
  await subscribe();
  const { subscription } = await stripeIds();
  const { workspaceId } = workspace().scope;
  await deleteWorkspace({ ...base(), workspaceId });
  await reconcileAll(0);
  expect(stripe().ledger.subscriptions.get(subscription)).toMatchObject({ cancel_at_period_end: true });
  await asSystem(service().shared.database, (tx) =>
    tx.delete(workspaceTable).where(eq(workspaceTable.id, workspaceId)),
  );
});
