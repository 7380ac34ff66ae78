import type { Row } from "../row.ts";

const PEOPLE = "acceptance/src/service/people.test.ts";
const EXPORT = "acceptance/src/service/export.test.ts > GET /workspaces/{id}/export";
const ROLES =
  "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares";
const FIELDS =
  "acceptance/src/service/fields.test.ts > exactly the fields of the specification, of its types";

/** Workspaces and billing. */
export const WORKSPACES: readonly Row[] = [
  {
    says: "PUT /workspaces/{workspace_id}: name, and regenerate_slug, false unless given",
    test: `${PEOPLE} > workspaces > have an address of their own, which a rename keeps unless it is asked for`,
  },
  {
    says: "PUT: with regenerate_slug the slug is made from the new name",
    test: `${PEOPLE} > workspaces > have an address of their own, which a rename keeps unless it is asked for`,
  },
  {
    says: "PUT: Owner or Admin only",
    test: [
      `${ROLES} > updateWorkspace: 200 for owner`,
      `${ROLES} > updateWorkspace: 200 for admin`,
      `${ROLES} > updateWorkspace: 403 for member`,
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > updateWorkspace",
    ],
  },
  { says: "PUT: 200 returns the Workspace", test: `${FIELDS} > Workspace, as it is made, changed and read` },
  {
    says: "POST /workspaces/{workspace_id}/transfer: new_owner_user_id is a uuid",
    test: "acceptance/src/service/every-operation.test.ts > 422 > transferWorkspace for an id that is no UUID",
  },
  {
    says: "Transfer: the caller becomes Admin, the target Owner; 200 returns an empty object",
    test: `${PEOPLE} > members > hand the ownership over, whole`,
  },
  {
    says: "Transfer requires session authentication",
    test: [
      `${ROLES} > transferWorkspace: 403 for key`,
      `${ROLES} > transferWorkspace: 200 for owner`,
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > transferWorkspace",
    ],
  },
  {
    says: "GET /workspaces/{workspace_id}/export: a JSON file with all workspace data",
    test: [
      `${EXPORT} > 200 with a file of every section, in their order`,
      `${EXPORT} > holds what the lists and the graph do, and the event of the export`,
    ],
  },
  {
    says: "Export: access_token_encrypted is omitted from connected orgs",
    test: `${EXPORT} > has no secret in it, nor the hash of one`,
  },
  {
    says: "Export: key_hash is omitted from API keys, only the safe prefix is included",
    test: `${EXPORT} > has no secret in it, nor the hash of one`,
  },
  {
    says: "Export: Owner or Admin only",
    test: [
      `${ROLES} > exportWorkspace: 200 for owner`,
      `${ROLES} > exportWorkspace: 200 for admin`,
      `${ROLES} > exportWorkspace: 403 for member`,
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > exportWorkspace",
    ],
  },
  {
    says: "Export: limited to 1 per workspace per hour",
    test: [
      `${EXPORT} > 429 until an hour after the last one`,
      `${EXPORT} > is each workspace's own`,
      `${EXPORT} > of several at once, one is made`,
    ],
  },
  {
    says: "GET /workspaces/{workspace_id}/entitlements: readable by every member, including viewers",
    test: [
      `${ROLES} > getEntitlements: 200 for viewer`,
      `${ROLES} > getEntitlements: 404 for stranger`,
      "acceptance/src/service/every-role.test.ts > who may do what is what the specification says > getEntitlements",
    ],
  },
  {
    says: "Entitlements carry no billing identifiers, invoice data or billing contact",
    test: `${FIELDS} > Entitlements`,
  },
  {
    says: "Entitlements are deliberately cheap: one count, plan and features of the loaded workspace",
    notAssertable:
      "a cost, not an answer: `get-entitlements.ts` reads the workspace's row and makes one count",
  },
  {
    says: "GET /workspaces/{workspace_id}/billing/usage: Owner only, returns Billing usage",
    test: [
      "acceptance/src/service/fields.test.ts > exactly the fields of the specification, of its types > Billing usage, and the plan catalog",
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
    ],
  },
  {
    says: "GET /workspaces/{workspace_id}/billing/history returns events, has_more and two cursors",
    test: "acceptance/src/service/billing-history.test.ts > GET …/billing/history > has exactly the fields of the specification",
  },
  {
    says: "History: invoices and credit notes merged, newest first",
    test: "acceptance/src/service/billing-history.test.ts > GET …/billing/history > is walked as a whole, once, each page newest first, whatever was charged and when",
  },
  {
    says: "History: up to 50 of each kind a page, each source paginates independently",
    test: [
      "acceptance/src/service/billing-history.test.ts > GET …/billing/history > has up to 50 of each kind a page, and reads no source again that is exhausted",
      "acceptance/src/service/billing-history.test.ts > GET …/billing/history > is walked as a whole, once, each page newest first, whatever was charged and when",
    ],
  },
  {
    says: "History: the cursors are query parameters of the same names",
    test: "acceptance/src/service/billing-history.test.ts > GET …/billing/history > is walked as a whole, once, each page newest first, whatever was charged and when",
  },
  {
    says: "History: has_more is true when either cursor is non-null",
    test: "acceptance/src/service/billing-history.test.ts > GET …/billing/history > is walked as a whole, once, each page newest first, whatever was charged and when",
  },
  {
    says: "POST /workspaces/{workspace_id}/billing/cancel: reason_text, waive_pending_charges (false)",
    test: [
      "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > lets the subscription end with its period, and keeps why",
      "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > waives what waits for the next invoice, if asked to; what is open stays",
    ],
  },
  {
    says: "Cancel: at period end, with an immutable cancellation record",
    test: [
      "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > lets the subscription end with its period, and keeps why",
      "db/src/subscription-cancellation.test.ts > a cancellation record > is refused %s by the database, also to who owns the table",
    ],
  },
  {
    says: "Cancel: 200 returns {cancel_at, status, waived_count, waived_total}",
    test: "acceptance/src/service/billing-cancel.test.ts > POST …/billing/cancel > lets the subscription end with its period, and keeps why",
  },
  {
    says: "POST /workspaces/{workspace_id}/billing/seats: additional_seats, Owner only",
    test: [
      "acceptance/src/service/billing-seats.test.ts > POST …/billing/seats > charges for the rest of the period at once, and leaves an audit event",
      "acceptance/src/service/every-role.test.ts > every operation answers every caller as it declares > $id: $status for $caller",
    ],
  },
  {
    says: "Seats: prorated, updates extra_seats, logs an audit event",
    test: "acceptance/src/service/billing-seats.test.ts > POST …/billing/seats > charges for the rest of the period at once, and leaves an audit event",
  },
  {
    says: "Seats: 200 returns {extra_seats, seat_limit}",
    test: "acceptance/src/service/billing-seats.test.ts > POST …/billing/seats > charges for the rest of the period at once, and leaves an audit event",
  },
  {
    says: "GET /billing/plans: any authenticated user, also during workspace creation",
    test: "acceptance/src/service/billing-reads.test.ts > where there is no payment processor > GET /billing/plans is the built-in catalog, to whoever belongs to no workspace, too",
  },
  {
    says: "Plans: cached for 1 hour",
    test: "acceptance/src/service/billing-reads.test.ts > GET /billing/plans, where there is a payment processor > has its prices, asked for once an hour",
  },
  {
    says: "Plans: the built-in defaults where the processor is not configured or reachable",
    test: [
      "acceptance/src/service/billing-reads.test.ts > where there is no payment processor > GET /billing/plans is the built-in catalog, to whoever belongs to no workspace, too",
      "acceptance/src/service/billing-reads.test.ts > GET /billing/plans, where there is a payment processor > is the cached one while the processor is silent, then the built-in one, and never an error",
    ],
  },
  {
    says: "POST /webhooks/payments verifies the signature, then processes idempotently",
    test: [
      "acceptance/src/service/payments-webhook.test.ts > the signature > has to be Stripe's, of these bytes, and at most 300 seconds old",
      "acceptance/src/service/payments-webhook.test.ts > an event > has its effect once, however often it comes, and at once",
    ],
  },
  {
    says: "Webhook: unknown types are skipped, duplicates deduplicated by event identity",
    test: [
      "acceptance/src/service/payments-webhook.test.ts > an event > of a type that is not handled is skipped, and so is somebody else's",
      "acceptance/src/service/payments-webhook.test.ts > an event > has its effect once, however often it comes, and at once",
    ],
  },
  {
    says: "Webhook: 200 returns an empty object",
    test: "acceptance/src/service/payments-webhook.test.ts > an event > has its effect once, however often it comes, and at once",
  },
  {
    says: "DELETE /workspaces/{id}/api-keys/{key_id}, without the prefix, revokes a key immediately",
    test: `${PEOPLE} > API keys > are shown once, and open nothing once they are revoked`,
  },
];
