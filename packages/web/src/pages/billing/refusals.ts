import type { ConflictError } from "@knockon/contract/resources/error";
import type { z } from "zod";
import { countOf, formatCount } from "../../format/count.ts";

type Conflict = z.output<typeof ConflictError>;
type Exceeded = NonNullable<Conflict["exceeded"]>[number];

export interface Refusal {
  title: string;
  sentences: string[];
}

const STALE = "This page is out of date. Reload it.";

const WORDS: Readonly<Record<string, Refusal>> = {
  no_subscription: { title: "No active subscription", sentences: [STALE] },
  subscription_exists: { title: "This workspace already has a subscription", sentences: [STALE] },
  same_plan: { title: "This workspace is already on this plan", sentences: [STALE] },
  already_scheduled: { title: "The subscription is already set to cancel", sentences: [STALE] },
  nothing_scheduled: { title: "The subscription isn't set to cancel", sentences: [STALE] },
  too_few_seats: {
    title: "You don't have that many purchased seats",
    sentences: ["Seats included in the plan can't be removed."],
  },
  seats_not_sold: {
    title: "This plan doesn't offer additional seats",
    sentences: ["Choose a plan that includes more seats."],
  },
  no_customer: {
    title: "No billing account",
    sentences: ["This workspace has no payment method or invoices yet."],
  },
  unknown_plan: {
    title: "Unknown plan",
    sentences: ["This deployment doesn't sell the subscription's plan. Contact your administrator."],
  },
};

/** A 409 of billing in sentences; undefined for one without a code that is known here. */
export function conflictWords({ code, exceeded = [] }: Conflict): Refusal | undefined {
  if (code === "plan_limits_exceeded")
    return { title: "Usage exceeds the limits of the plan", sentences: exceeded.map(exceededWords) };
  return code === undefined ? undefined : WORDS[code];
}

function exceededWords({ limit, allowed, used }: Exceeded): string {
  const over = used - allowed;
  if (limit === "seats") {
    const seats = countOf(allowed, "seat", "seats");
    return `Includes ${seats}, but ${formatCount(used)} are in use. Remove ${countOf(over, "member or pending invitation", "members or pending invitations")} first.`;
  }
  const orgs = countOf(allowed, "organization", "organizations");
  return `Includes ${orgs}, but ${formatCount(used)} are connected. Disconnect ${formatCount(over)} first.`;
}

const DECLINES: Readonly<Record<string, string>> = {
  insufficient_funds: "Insufficient funds.",
  expired_card: "Your card has expired.",
  incorrect_cvc: "The security code is incorrect.",
  incorrect_number: "The card number is incorrect.",
  authentication_required: "Your bank requires authentication. Update your payment method to confirm it.",
  card_velocity_exceeded: "Your card has reached its limit.",
  processing_error: "Your bank couldn't process the payment. Try again.",
};

/** Why a bank refused. Most do not say. */
export const declineWords = (code: string | undefined): string =>
  (code === undefined ? undefined : DECLINES[code]) ?? "Your bank declined the payment. Try another card.";
