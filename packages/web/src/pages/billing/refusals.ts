import type { ConflictError } from "@knockon/contract/resources/error";
import type { z } from "zod";
import { countOf, formatCount } from "../../format/count.ts";

type Conflict = z.output<typeof ConflictError>;
type Exceeded = NonNullable<Conflict["exceeded"]>[number];

export interface Refusal {
  title: string;
  sentences: string[];
}

const STALE = "Reload the page: it shows what is no longer so.";

const WORDS: Readonly<Record<string, Refusal>> = {
  no_subscription: { title: "There is no subscription to change", sentences: [STALE] },
  subscription_exists: { title: "There is a subscription already", sentences: [STALE] },
  same_plan: { title: "The workspace has this plan already", sentences: [STALE] },
  already_scheduled: { title: "The subscription ends already", sentences: [STALE] },
  nothing_scheduled: { title: "The subscription goes on already", sentences: [STALE] },
  too_few_seats: {
    title: "Fewer seats than that were bought",
    sentences: ["Seats of the plan itself cannot be given back."],
  },
  seats_not_sold: {
    title: "This plan sells no further seats",
    sentences: ["Another plan may include more."],
  },
  no_customer: {
    title: "Nothing was ever bought for this workspace",
    sentences: ["There is no card and no invoice yet."],
  },
  unknown_plan: {
    title: "This subscription is not of a plan that is sold here",
    sentences: ["Ask whoever runs this deployment to change it."],
  },
};

/** A 409 of billing in sentences; undefined for one without a code that is known here. */
export function conflictWords({ code, exceeded = [] }: Conflict): Refusal | undefined {
  if (code === "plan_limits_exceeded")
    return { title: "More is in use than would be allowed", sentences: exceeded.map(exceededWords) };
  return code === undefined ? undefined : WORDS[code];
}

function exceededWords({ limit, allowed, used }: Exceeded): string {
  const over = used - allowed;
  if (limit === "seats") {
    const seats = countOf(allowed, "seat", "seats");
    return `${seats}, and ${formatCount(used)} are in use: remove ${countOf(over, "member or open invitation", "members or open invitations")} first.`;
  }
  const orgs = countOf(allowed, "connected org", "connected orgs");
  return `${orgs}, and ${formatCount(used)} are connected: disconnect ${formatCount(over)} first.`;
}

const DECLINES: Readonly<Record<string, string>> = {
  insufficient_funds: "There is not enough money on the account.",
  expired_card: "The card has expired.",
  incorrect_cvc: "The security code of the card is wrong.",
  incorrect_number: "The number of the card is wrong.",
  authentication_required: "The bank asks for a confirmation, which the page for cards lets you give.",
  card_velocity_exceeded: "The card has reached its limit.",
  processing_error: "The bank could not process it; trying again may help.",
};

/** Why a bank refused. Most do not say. */
export const declineWords = (code: string | undefined): string =>
  (code === undefined ? undefined : DECLINES[code]) ?? "The bank did not say why; another card may work.";
