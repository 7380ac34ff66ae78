import { OtherModeError, type PaymentNotice } from "@knockon/core/ports/payments";
import { Stripe } from "stripe";

/** Must not be 0, which would disable the timestamp check. */
const TOLERANCE_SECONDS = 300;

/** Returns undefined if the signature is invalid or too old. Throws OtherModeError. */
export function readNotice(
  stripe: Stripe,
  { secret, isLive }: { secret: string; isLive: boolean },
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

/** A body that is not JSON also counts as unsigned. */
function findSigned(construct: () => Stripe.Event): Stripe.Event | undefined {
  try {
    return construct();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** Returns the customer ID of an event. */
function customerOf(object: { object?: string; id?: string; customer?: unknown }): string | null {
  const customer: unknown = object.object === "customer" ? object.id : object.customer;
  if (typeof customer === "string") return customer;
  return typeof customer === "object" && customer !== null && "id" in customer ? String(customer.id) : null;
}
