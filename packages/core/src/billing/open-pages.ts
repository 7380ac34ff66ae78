import type { Transaction } from "@knockon/db/database";
import { subscription } from "@knockon/db/schema/billing.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import type { PaidSubscription } from "../ports/payments.ts";
import { getWorkspaceRow } from "../workspace/workspace-row.ts";
import { getPrices } from "./plan-prices.ts";
import type { SubscriptionRow } from "./subscription.ts";
import { writeBilling, type BillingRequest } from "./write-billing.ts";

/** Statuses in which a new subscription can start. */
const ENDED: ReadonlySet<PaidSubscription["status"]> = new Set(["canceled", "incomplete_expired"]);

/**
 * Returns the URL of a checkout page at the payment processor. Closes earlier checkout pages, so that a workspace cannot pay twice. A
 * retried request returns the same page while it is open. Throws ConflictError if there is a subscription.
 */
export const openCheckout = (ctx: Context, request: BillingRequest<{ planKey: string }>) =>
  writeBilling(
    ctx,
    request,
    async ({ tx, row }) => {
      const { planKey } = request.body;
      const { base } = await getPrices(ctx, planKey, ["body", "plan_key"]);
      const customerId = await getCustomer(ctx, tx, row);
      const pageUrl = await billingPageUrl(ctx, tx);
      const { workspaceId } = ctx;
      const url = await ctx.ports.payments.openCheckout({
        customerId,
        workspaceId,
        priceId: base.id,
        successUrl: `${pageUrl}?checkout=paid`,
        cancelUrl: `${pageUrl}?checkout=left`,
      });
      const target = { type: "subscription", id: workspaceId };
      await recordAuditEvent(tx, ctx, {
        action: "subscription.checkout_opened",
        target,
        after: { plan: planKey },
      });
      return { url };
    },
    ({ url }, { externalCustomerId }) =>
      externalCustomerId === null
        ? Promise.resolve(false)
        : ctx.ports.payments.isCheckoutOpen(externalCustomerId, url),
  );

/** Returns the URL of the customer portal at the payment processor. Each request gets a new URL, because they expire. */
export const openPortal = (ctx: Context, request: BillingRequest<object>) =>
  writeBilling(
    ctx,
    request,
    async ({ tx, row: { externalCustomerId: customerId } }) => {
      if (customerId === null)
        throw new ConflictError("The workspace has no customer at the payment processor yet.", {
          code: "no_customer",
        });
      const returnUrl = await billingPageUrl(ctx, tx);
      const url = await ctx.ports.payments.openPortal({ customerId, returnUrl });
      const target = { type: "subscription", id: ctx.workspaceId };
      await recordAuditEvent(tx, ctx, { action: "subscription.portal_opened", target });
      return { url };
    },
    () => Promise.resolve(false),
  );

/** Returns the workspace's customer without a subscription. Creates one if there is none or it was deleted. */
async function getCustomer(ctx: Context, tx: Transaction, { externalCustomerId: known }: SubscriptionRow) {
  const { payments } = ctx.ports;
  // Before reading the subscription, so that a payment on one of these pages is found.
  if (known !== null) await payments.closeCheckouts(known);
  const found = known === null ? undefined : await payments.findSubscription(known);
  if (found && !ENDED.has(found.status))
    throw new ConflictError("The workspace already has a subscription.", { code: "subscription_exists" });
  if (known !== null && found !== undefined) return known;
  const externalCustomerId = await payments.createCustomer(ctx.workspaceId, known);
  await tx
    .update(subscription)
    .set({ externalCustomerId })
    .where(eq(subscription.workspaceId, ctx.workspaceId));
  return externalCustomerId;
}

async function billingPageUrl({ settings, workspaceId }: Context, tx: Transaction): Promise<string> {
  const { slug } = await getWorkspaceRow(tx, workspaceId);
  return `${settings.appUrl}/w/${slug}/settings/billing`;
}
