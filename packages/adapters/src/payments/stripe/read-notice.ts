import { OtherModeError, type PaymentNotice } from "@knockon/core/ports/payments";
import { Stripe } from "stripe";
import type { StripeSettings } from "./stripe-settings.ts";

/** Never 0, which would turn the check of the time off. */
const TOLERANCE_SECONDS = 300;

/** Undefined for what is not signed so, or too long ago. Throws OtherModeError. */
export function readNotice(
  stripe: Stripe,
  { isLive }: StripeSettings,
  secret: string,
  { signature, body }: { signature: string; body: Uint8Array },
  now: Date,
): PaymentNotice | undefined {
  const event = findSigned(() =>
    stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now.getTime()),
  );
  if (!event) return undefined;
  if (event.livemode !== isLive) throw new OtherModeError(event.livemode);
  return { id: event.id, type: event.type, customerId: customerOf(event.data.object) };
}

/** A body that is no JSON cannot have been signed by Stripe either. */
function findSigned(construct: () => Stripe.Event): Stripe.Event | undefined {
  try {
    return construct();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** Whom an event is about: its object is the customer, or has one. */
function customerOf(object: { object?: string; id?: string; customer?: unknown }): string | null {
  const customer: unknown = object.object === "customer" ? object.id : object.customer;
  if (typeof customer === "string") return customer;
  return typeof customer === "object" && customer !== null && "id" in customer ? String(customer.id) : null;
}
