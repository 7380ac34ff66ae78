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
const BAD_REQUEST = { error: { type: "invalid_request_error", message: "Not so." } };

const { stripe, service, workspace, subscribe, subscribeUnheard, names, status } = useBilling();

/** The sweeper's context, so much later. */
const base = (aheadMs = 0) => ({
  ...service().shared,
  now: () => new Date(Date.now() + aheadMs),
  actor: { type: "system" } as const,
  requestId: "sweeper",
});

/** Every minute, until there is nobody left to ask about. Returns after how many. */
async function untilNone(aheadMs: number): Promise<number> {
  let minutes = 0;
  while ((await reconcileSubscriptions(base(aheadMs))) > 0) {
    minutes += 1;
    expect(minutes).toBeLessThan(10);
  }
  return minutes;
}

it("what no event told is found a day later at most, and each is asked about once a day", async () => {
  await subscribeUnheard();
  await untilNone(0);
  expect(await status()).toMatchObject({ subscription_status: "active", plan: "pro" });
  stripe().people.end((await names()).subscription);
  expect(await reconcileSubscriptions(base())).toBe(0);
  expect(await status()).toMatchObject({ subscription_status: "active" });
  await untilNone(DAY_MS + 1);
  expect(await status()).toMatchObject({ subscription_status: "canceled", plan: "free" });
});

it("any number that fail, again and again, keep nobody from their turn; they are tried again in an hour", async () => {
  await untilNone(2 * DAY_MS);
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
  stripe().people.end((await names()).subscription);
  let asked = 0;
  stripe().interfere = ({ query }) => {
    if (!failing.has(query.get("customer") ?? "")) return undefined;
    asked += 1;
    return json(400, BAD_REQUEST);
  };
  const later = DAY_MS + 1;
  expect(await untilNone(later)).toBe(2);
  expect(asked).toBe(20);
  expect(await status()).toMatchObject({ subscription_status: "canceled" });
  await untilNone(later + HOUR_MS - 60_000);
  expect(asked).toBe(20);
  await untilNone(later + HOUR_MS);
  expect(asked).toBe(40);
});

it("the subscription of a deleted workspace ends with its period", async () => {
  await subscribe();
  const { subscription } = await names();
  const { workspaceId } = workspace().scope;
  await deleteWorkspace({ ...base(), workspaceId });
  await untilNone(0);
  expect(stripe().ledger.subscriptions.get(subscription)).toMatchObject({ cancel_at_period_end: true });
  await asSystem(service().shared.database, (tx) =>
    tx.delete(workspaceTable).where(eq(workspaceTable.id, workspaceId)),
  );
});
