import type { Part, Row } from "../row.ts";

const PLANS = "core/src/plan/plans.test.ts";
const ENFORCED = "functions/src/service/plans.test.ts > where plans are enforced";
const ROLES =
  "functions/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller";

const notBuilt = (says: string): Row => ({ says, notBuilt: "billing" });

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
      test: "functions/src/service/billing-reads.test.ts > where there is no payment processor > GET /billing/plans is the built-in catalog, to whoever belongs to no workspace, too",
    },
    {
      says: "Seats count members above viewer plus open invitations",
      test: "functions/src/service/people.test.ts > entitlements are everything where no plan limits, and count members above viewer and open invitations",
    },
    {
      says: "A downgrade never deletes",
      test: `${ENFORCED} > a downgrade deletes nothing, and refuses what is more: orgs, keys and seats`,
    },
    {
      says: "Over a limit: creating → 402 {detail, code, limit, used}",
      test: [
        "functions/src/service/errors.test.ts > an error > 402 of a limit is its detail, and no more than is declared",
        "functions/src/service/plan-limits.test.ts > POST /connected-orgs, where plans are enforced > of two at once for the last place, one gets it",
      ],
    },
    {
      says: 'Missing feature → 402 {detail, code: "plan_feature_required", feature}',
      test: "functions/src/service/every-role.test.ts > where plans are enforced > $id for $caller needs the feature, once the role is enough",
    },
    {
      says: "billing_enforced=false turns all of it off",
      test: "functions/src/service/plans.test.ts > where plans are not enforced > every feature is included, and nothing is limited",
    },
    notBuilt("Billing reads and writes: Owner"),
    { says: "Entitlements: any member", test: ROLES },
    {
      says: "Plans: any user",
      test: [
        "functions/src/service/billing-reads.test.ts > where there is no payment processor > GET /billing/plans is the built-in catalog, to whoever belongs to no workspace, too",
        "functions/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
      ],
    },
    notBuilt("Amounts are integers in minor units, lower-case currency"),
    notBuilt("Event types invoice, credit_note"),
    notBuilt("Seats: integer 1–1000, else 422"),
    notBuilt("Seats: no subscription → 409"),
    notBuilt("Seats: declined → 402 and nothing changed"),
    notBuilt("Seats: quantities are absolute, one writer per workspace at a time"),
    notBuilt("Billing POSTs store Idempotency-Key, the body's hash and the answer for 24 h"),
    notBuilt("The same Idempotency-Key with another body → 409"),
    notBuilt("POST …/billing/resume → {cancel_at: null, status}; nothing scheduled → 409"),
    notBuilt("Cancel also takes reason; reason_text ≤ 500"),
    notBuilt("Cancel: no subscription or already scheduled → 409"),
    notBuilt("Waive = delete the subscription's pending invoice items; open invoices stay"),
    notBuilt("The fields of a cancellation record, pseudonymous"),
    {
      says: "The database refuses UPDATE and DELETE of a cancellation record",
      test: [
        "db/src/subscription-cancellation.test.ts > a cancellation record > is refused %s by the application",
        "db/src/subscription-cancellation.test.ts > a cancellation record > is refused %s by the database, also to who owns the table",
      ],
    },
    notBuilt("POST …/billing/checkout {plan_key} → {url}"),
    notBuilt("POST …/billing/portal → {url}"),
    {
      says: "Plans catalog always 200: the unexpired cache, else the processor, else the built-in catalog",
      test: [
        "functions/src/service/billing-reads.test.ts > GET /billing/plans, where there is a payment processor > has its prices, asked for once an hour",
        "functions/src/service/billing-reads.test.ts > GET /billing/plans, where there is a payment processor > is the cached one while the processor is silent, then the built-in one, and never an error",
      ],
    },
    notBuilt("subscription_status: the processor's own values, plus none"),
    notBuilt("Entitled: active, trialing, past_due"),
    notBuilt("History: each source 50 a page, newest first in each page"),
    notBuilt("History: one cursor sent = the other source is exhausted and is not read"),
    notBuilt("Webhook: Stripe-Signature over the raw bytes; bad or older than 300 s → 400 Invalid signature"),
    notBuilt("Webhook: a repeated event → 200 and no effect; no secret configured → 503"),
    notBuilt("Webhook: event row and its effects in one transaction"),
    notBuilt("Webhook: lock the local row, read the current state from the processor, upsert"),
    notBuilt("Webhook: the handled types; the rest is 200 and skipped"),
  ],
};
