import { cancelSubscription, openCheckout } from "@knockon/contract/operations/billing";
import { exportWorkspace } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace as workspaceTable } from "@knockon/db/schema/workspace.sql";
import { expect, it } from "vitest";
import { useBilling } from "../testing/use-billing.ts";

const { stripe, workspace, call, deliverAll, stripeSubscription, buySeats, cancellationRecords } =
  useBilling();

it("GET …/export includes the subscription (null before the first purchase) and its cancellation records [D-10.50]", async () => {
  const exported = async () => {
    await inWorkspace(workspace().scope, (tx) => tx.update(workspaceTable).set({ exportedAt: null }));
    const { subscription, cancellation_records } = await call(exportWorkspace);
    return { subscription, cancellation_records };
  };
  const { url } = await call(openCheckout, { body: { plan_key: "pro" } });
  expect(await exported()).toEqual({ subscription: null, cancellation_records: [] });
  stripe().people.completeCheckout(url);
  await deliverAll();
  await buySeats(2);
  const { cancel_at } = await call(cancelSubscription, { body: { reason: "other" } });
  const [record] = await cancellationRecords();
  const external_subscription_id = (await stripeSubscription()).id;
  expect(await exported()).toEqual({
    subscription: {
      subscription_status: "active",
      plan: "pro",
      extra_seats: 2,
      billing_period_end: cancel_at,
      cancel_at,
      external_subscription_id,
      created_at: expect.any(String),
    },
    cancellation_records: [
      {
        id: record?.id,
        workspace_id: workspace().scope.workspaceId,
        external_subscription_id,
        actor: { type: "key", id: record?.actorId },
        reason: "other",
        reason_text: null,
        waive_pending_charges: false,
        waived_count: 0,
        waived_total: 0,
        currency: "usd",
        cancel_at,
        created_at: record?.createdAt.toISOString(),
      },
    ],
  });
});
