import type { Row } from "../row.ts";

/** Events. */
export const EVENTS: readonly Row[] = [
  {
    says: "1. POST /api/v1/webhooks/payments receives the payment processor's events",
    test: "acceptance/src/service/payments-webhook.test.ts > an event > has its effect once, however often it comes, and at once",
  },
  {
    says: "1. Signature verification first, then idempotent processing",
    test: [
      "acceptance/src/service/payments-webhook.test.ts > the signature > has to be Stripe's, of these bytes, and at most 300 seconds old",
      "acceptance/src/service/payments-webhook.test.ts > an event > has its effect once, however often it comes, and at once",
    ],
  },
  {
    says: "2. Seat purchase logs an audit event",
    test: "acceptance/src/service/billing-seats.test.ts > POST …/billing/seats > charges for the rest of the period at once, and leaves an audit event",
  },
];
