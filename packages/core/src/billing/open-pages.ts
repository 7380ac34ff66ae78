import type { Transaction } from "@knockon/db/database";
import { subscription } from "@knockon/db/schema/billing.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import type { PaidSubscription } from "../ports/payments.ts";
import { getWorkspaceRow } from "../workspace/workspace-row.ts";
import { getPrices } from "./prices.ts";
import type { SubscriptionRow } from "./subscription-row.ts";
import { writeBilling, type BillingRequest } from "./write-billing.ts";

/** In these, a subscription is over: another may begin. */
const OVER: ReadonlySet<PaidSubscription["status"]> = new Set(["canceled", "incomplete_expired"]);

/**
 * The address of the processor's page where a subscription begins; pages that were opened before are closed, so that
 * nobody pays twice. Throws ConflictError where there is a subscription. Tried again, it is the same page while that is open.
 */
export const openCheckout = (ctx: Context, request: BillingRequest<{ planKey: string }>) =>
  writeBilling(
    ctx,
    request,
    async ({ tx, row }) => {
      const { planKey } = request.body;
      const { base } = await getPrices(ctx, planKey, ["body", "plan_key"]);
      const customerId = await getCustomer(ctx, tx, row);
      const address = await billingPage(ctx, tx);
      const { workspaceId } = ctx;
      const url = await ctx.ports.payments.openCheckout({
        customerId,
        workspaceId,
        priceId: base.id,
        successUrl: `${address}?checkout=paid`,
        cancelUrl: `${address}?checkout=left`,
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

/** The address of the processor's page where cards are changed and invoices read: another each time, for none lasts. */
export const openPortal = (ctx: Context, request: BillingRequest<object>) =>
  writeBilling(
    ctx,
    request,
    async ({ tx, row: { externalCustomerId: customerId } }) => {
      if (customerId === null)
        throw new ConflictError("Nothing was ever bought for this workspace.", { code: "no_customer" });
      const returnUrl = await billingPage(ctx, tx);
      const url = await ctx.ports.payments.openPortal({ customerId, returnUrl });
      const target = { type: "subscription", id: ctx.workspaceId };
      await recordAuditEvent(tx, ctx, { action: "subscription.portal_opened", target });
      return { url };
    },
    () => Promise.resolve(false),
  );

/** The workspace's customer who has no subscription, made where there is none or the former one was deleted. */
async function getCustomer(ctx: Context, tx: Transaction, { externalCustomerId: known }: SubscriptionRow) {
  const { payments } = ctx.ports;
  // First: what somebody paid for on such a page is found then.
  if (known !== null) await payments.closeCheckouts(known);
  const found = known === null ? undefined : await payments.findSubscription(known);
  if (found && !OVER.has(found.status))
    throw new ConflictError("The workspace has a subscription already.", { code: "subscription_exists" });
  if (known !== null && found !== undefined) return known;
  const externalCustomerId = await payments.createCustomer(ctx.workspaceId, known);
  await tx
    .update(subscription)
    .set({ externalCustomerId })
    .where(eq(subscription.workspaceId, ctx.workspaceId));
  return externalCustomerId;
}

async function billingPage({ settings, workspaceId }: Context, tx: Transaction): Promise<string> {
  const { slug } = await getWorkspaceRow(tx, workspaceId);
  return `${settings.appUrl}/w/${slug}/settings/billing`;
}
