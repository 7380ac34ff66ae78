import type { Part } from "../row.ts";

const PLANS = "core/src/plan/plans.test.ts";
const ENFORCED = "acceptance/src/service/plans.test.ts > where plans are enforced";
const ROLES =
  "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller";

export const BILLING: Part = {
  title: "Plans and billing",
  rows: [
    {
      says: "Plans are configuration, not code",
      notAssertable: "how the code is written: an array of plans",
    },
    {
      says: "free 1 org / 25 repositories / 3 seats, no feature, two keys",
      test: [
        `${PLANS} > each plan includes more than the one before it: orgs, repositories, seats, keys`,
        `${ENFORCED} > %s entitles to %j seats and to its features`,
        `${ENFORCED} > a downgrade deletes nothing, and refuses what is more: orgs, keys and seats`,
      ],
    },
    {
      says: "pro 5 / 500 / 10, scheduled_scans, api_production (any number of keys), artifact_dashboard, multi_org",
      test: [
        `${PLANS} > each plan includes more than the one before it: orgs, repositories, seats, keys`,
        `${PLANS} > each plan includes the features of the one before it`,
        `${ENFORCED} > %s entitles to %j seats and to its features`,
      ],
    },
    {
      says: "enterprise null (unlimited), all features",
      test: [
        `${PLANS} > each plan includes more than the one before it: orgs, repositories, seats, keys`,
        `${ENFORCED} > %s entitles to %j seats and to its features`,
      ],
    },
    {
      says: "Over the plan's repositories a scan skips",
      test: "core/src/scan/plan-limit.test.ts > a scan of more repositories than the plan includes > reads those known the longest and skips the others, which is said once and no failure",
    },
    {
      says: "Catalog features: comma-joined names",
      test: "acceptance/src/service/billing-reads.test.ts > where there is no payment processor > GET /billing/plans is the built-in catalog, to whoever belongs to no workspace, too",
    },
    {
      says: "Seats count members above viewer plus open invitations",
      test: "acceptance/src/service/people.test.ts > entitlements are everything where no plan limits, and count members above viewer and open invitations",
    },
    {
      says: "A downgrade never deletes",
      test: `${ENFORCED} > a downgrade deletes nothing, and refuses what is more: orgs, keys and seats`,
    },
    {
      says: "Over a limit: creating → 402 {detail, code, limit, used}",
      test: [
        "acceptance/src/service/errors.test.ts > an error > 402 of a limit is its detail, and no more than is declared",
        "acceptance/src/service/plan-limits.test.ts > POST /connected-orgs, where plans are enforced > of two at once for the last place, one gets it",
      ],
    },
    {
      says: 'Missing feature → 402 {detail, code: "plan_feature_required", feature}',
      test: "acceptance/src/service/every-role.test.ts > where plans are enforced > $id for $caller needs the feature, once the role is enough",
    },
    {
      says: "billing_enforced=false turns all of it off",
      test: "acceptance/src/service/plans.test.ts > where plans are not enforced > every feature is included, and nothing is limited",
    },
    {
      says: "Billing reads and writes: Owner",
      test: [
        "contract/src/operations/access.test.ts > the least role > %s",
        "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
      ],
    },
    { says: "Entitlements: any member", test: ROLES },
    {
      says: "Plans: any user",
      test: [
        "acceptance/src/service/billing-reads.test.ts > where there is no payment processor > GET /billing/plans is the built-in catalog, to whoever belongs to no workspace, too",
        "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
      ],
    },
    {
      says: "Amounts are integers in minor units, lower-case currency",
      test: "acceptance/src/service/billing-history.test.ts > GET …/billing/history > has exactly the fields of the specification",
    },
    {
      says: "Event types invoice, credit_note",
      test: "acceptance/src/service/billing-history.test.ts > GET …/billing/history > has exactly the fields of the specification",
    },
    {
      says: "Seats: integer 1–1000, else 422",
      test: "acceptance/src/service/billing-seats.test.ts > POST …/billing/seats > 422 for %j",
    },
    {
      says: "Seats: no subscription → 409",
      test: "acceptance/src/service/billing-seats.test.ts > POST …/billing/seats > 409 without a subscription",
    },
    {
      says: "Seats: declined → 402 and nothing changed",
      test: "acceptance/src/service/billing-seats.test.ts > POST …/billing/seats > 402 where the card is declined, and nothing has changed",
    },
    {
      says: "Seats: quantities are absolute, one writer per workspace at a time",
      test: [
        "acceptance/src/service/billing-seats.test.ts > concurrent purchases lose none: one writer per workspace at a time",
        "acceptance/src/service/billing-idempotency.test.ts > Idempotency-Key > buys once although the answer was lost on its way, and the event came before the retry",
      ],
    },
    {
      says: "Billing POSTs store Idempotency-Key, the body's hash and the answer for 24 h",
      test: [
        "acceptance/src/service/billing-idempotency.test.ts > Idempotency-Key > buys once what is asked twice, and answers the same",
        "acceptance/src/service/billing-idempotency.test.ts > Idempotency-Key > is forgotten after a day, the answer %s: %i seats are bought",
      ],
    },
    {
      says: "The same Idempotency-Key with another body → 409",
      test: "acceptance/src/service/billing-idempotency.test.ts > Idempotency-Key > 409 with another body, or of another operation",
    },
    {
      says: "POST …/billing/resume → {cancel_at: null, status}; nothing scheduled → 409",
      test: [
        "acceptance/src/service/billing-cancel.test.ts > POST …/billing/resume > lets the subscription go on, and leaves the record of its cancellation",
        "acceptance/src/service/billing-cancel.test.ts > POST …/billing/resume > 409 where nothing is scheduled",
      ],
    },
    {
      says: "Cancel also takes reason; reason_text ≤ 500",
      test: [
        "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > lets the subscription end with its period, and keeps why",
        "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > 422 for %j",
      ],
    },
    {
      says: "Cancel: no subscription or already scheduled → 409",
      test: "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > 409 without a subscription, and where it ends already",
    },
    {
      says: "Waive = delete the subscription's pending invoice items; open invoices stay",
      test: "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > waives what waits for the next invoice, if asked to; what is open stays",
    },
    {
      says: "The fields of a cancellation record, pseudonymous",
      test: "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > lets the subscription end with its period, and keeps why",
    },
    {
      says: "The database refuses UPDATE and DELETE of a cancellation record",
      test: [
        "db/src/subscription-cancellation.test.ts > a cancellation record > is refused %s by the application",
        "db/src/subscription-cancellation.test.ts > a cancellation record > is refused %s by the database, also to who owns the table",
      ],
    },
    {
      says: "POST …/billing/checkout {plan_key} → {url}",
      test: "acceptance/src/service/billing-checkout.test.ts > POST …/billing/checkout > leads to a page on which the plan begins, and its features with it",
    },
    {
      says: "POST …/billing/portal → {url}",
      test: "acceptance/src/service/billing-checkout.test.ts > POST …/billing/portal leads to the page of cards and invoices; 409 before anything was bought",
    },
    {
      says: "Plans catalog always 200: the unexpired cache, else the processor, else the built-in catalog",
      test: [
        "acceptance/src/service/billing-reads.test.ts > GET /billing/plans, where there is a payment processor > has its prices, asked for once an hour",
        "acceptance/src/service/billing-reads.test.ts > GET /billing/plans, where there is a payment processor > is the cached one while the processor is silent, then the built-in one, and never an error",
      ],
    },
    {
      says: "subscription_status: the processor's own values, plus none",
      test: [
        "acceptance/src/service/billing-reads.test.ts > where there is no payment processor > GET …/billing/status says that nothing can be bought, and that nothing was",
        "acceptance/src/service/payments-webhook.test.ts > what Stripe's own pages and time do > reaches the workspace: a late payment keeps the plan, and its end takes it",
      ],
    },
    {
      says: "Entitled: active, trialing, past_due",
      test: "acceptance/src/service/payments-webhook.test.ts > what Stripe's own pages and time do > reaches the workspace: a late payment keeps the plan, and its end takes it",
    },
    {
      says: "History: each source 50 a page, newest first in each page",
      test: [
        "acceptance/src/service/billing-history.test.ts > GET …/billing/history > has up to 50 of each kind a page, and reads no source again that is exhausted",
        "acceptance/src/service/billing-history.test.ts > GET …/billing/history > is walked as a whole, once, each page newest first, whatever was charged and when",
      ],
    },
    {
      says: "History: one cursor sent = the other source is exhausted and is not read",
      test: "acceptance/src/service/billing-history.test.ts > GET …/billing/history > has up to 50 of each kind a page, and reads no source again that is exhausted",
    },
    {
      says: "Webhook: Stripe-Signature over the raw bytes; bad or older than 300 s → 400 Invalid signature",
      test: "acceptance/src/service/payments-webhook.test.ts > the signature > has to be Stripe's, of these bytes, and at most 300 seconds old",
    },
    {
      says: "Webhook: a repeated event → 200 and no effect; no secret configured → 503",
      test: [
        "acceptance/src/service/payments-webhook.test.ts > an event > has its effect once, however often it comes, and at once",
        "acceptance/src/service/payments-webhook.test.ts > the signature > is no use where the secret is not set: 503",
      ],
    },
    {
      says: "Webhook: event row and its effects in one transaction",
      test: "acceptance/src/service/payments-webhook.test.ts > an event > whose process died between its row and its effect has it when it comes again",
    },
    {
      says: "Webhook: lock the local row, read the current state from the processor, upsert",
      test: "acceptance/src/service/payments-webhook.test.ts > an event > that comes late does not bring back what was: the state is read, not believed",
    },
    {
      says: "Webhook: the handled types; the rest is 200 and skipped",
      test: [
        "acceptance/src/service/payments-webhook.test.ts > an event > %s has the current state read",
        "acceptance/src/service/payments-webhook.test.ts > an event > of a type that is not handled is skipped, and so is somebody else's",
      ],
    },
  ],
};
