import type { Row } from "../row.ts";

/** Events. */
export const EVENTS: readonly Row[] = [
  { says: "1. POST /api/v1/webhooks/payments receives the payment processor's events", notBuilt: "billing" },
  { says: "1. Signature verification first, then idempotent processing", notBuilt: "billing" },
  { says: "2. Seat purchase logs an audit event", notBuilt: "billing" },
];
