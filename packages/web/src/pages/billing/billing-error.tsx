import { ApiError } from "@knockon/contract/client";
import { openPortal } from "@knockon/contract/operations/billing";
import { ConflictError, PlanError } from "@knockon/contract/resources/error";
import { ExternalLink } from "lucide-react";
import type { z } from "zod";
import { useBillingParams } from "./subscription.ts";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { ErrorNotice, Notice } from "../../components/notice.tsx";
import { countOf, formatCount } from "../../format/format.ts";

/** Explains a declined payment or a conflict. */
export function BillingError({ error }: { error: unknown }) {
  if (!(error instanceof ApiError)) return <ErrorNotice error={error} />;
  const declined = error.status === 402 ? PlanError.safeParse(error.body).data : undefined;
  if (declined?.code === "payment_declined") {
    return (
      <Notice
        tone="danger"
        title="Your payment was declined"
        actions={<PortalButton text="Update payment method" />}
      >
        {describeDecline(declined.decline_code)} You weren't charged.
      </Notice>
    );
  }
  const conflict = error.status === 409 ? ConflictError.safeParse(error.body).data : undefined;
  const words = conflict && describeConflict(conflict);
  if (!words) return <ErrorNotice error={error} />;
  return (
    <Notice tone="warning" title={words.title}>
      <ul className="flex flex-col gap-0.5">
        {words.sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

type Conflict = z.output<typeof ConflictError>;
type Exceeded = NonNullable<Conflict["exceeded"]>[number];

interface Explanation {
  title: string;
  sentences: string[];
}

const STALE = "This page is out of date. Reload it.";

const CONFLICTS: Readonly<Record<string, Explanation>> = {
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

/** Explains a 409 of a billing operation; undefined for an unknown code. */
export function describeConflict({ code, exceeded = [] }: Conflict): Explanation | undefined {
  if (code === "plan_limits_exceeded")
    return { title: "Usage exceeds the limits of the plan", sentences: exceeded.map(describeExceeded) };
  return code === undefined ? undefined : CONFLICTS[code];
}

function describeExceeded({ limit, allowed, used }: Exceeded): string {
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

/** Explains a decline code. */
export const describeDecline = (code: string | undefined): string =>
  (code === undefined ? undefined : DECLINES[code]) ?? "Your bank declined the payment. Try another card.";

/** Opens the payment processor's portal. */
export function PortalButton({ text }: { text: string }) {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const open = useAction({
    run: () => api.call(openPortal, { params }),
    onSuccess: ({ url }) => globalThis.location.assign(url),
  });
  return (
    <Button icon={ExternalLink} busy={open.isPending} onClick={() => open.mutate()}>
      {text}
    </Button>
  );
}
