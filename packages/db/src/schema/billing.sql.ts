import type { CancellationReason, SubscriptionStatus } from "@knockon/contract/vocabulary/billing";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt, workspaceId } from "./columns.ts";
import { workspace } from "./workspace.sql.ts";

const ofWorkspace = () => workspaceId().references(() => workspace.id, { onDelete: "cascade" });

/**
 * A copy of the workspace's subscription in Stripe, updated by webhooks and the sweeper. Every billing change holds the lock
 * on this row.
 */
export const subscription = pgTable(
  "subscription",
  {
    workspaceId: ofWorkspace().primaryKey(),
    /** Stripe's customer; null before the first checkout. */
    externalCustomerId: text("external_customer_id").unique(),
    externalSubscriptionId: text("external_subscription_id"),
    status: text("status").$type<SubscriptionStatus>().notNull().default("none"),
    /** Null without a subscription, or if its price belongs to no plan. */
    planKey: text("plan_key"),
    extraSeats: integer("extra_seats").notNull().default(0),
    periodEnd: instant("period_end"),
    /** When the subscription ends, if that is scheduled. */
    cancelAt: instant("cancel_at"),
    /** When the subscription was last read from Stripe. After a failure, a day before the next attempt. */
    readAt: instant("read_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("subscription_read").on(table.readAt)],
);

/** Processed payment events. Each is written in the transaction of its effect, so a duplicate has none. */
export const paymentEvent = pgTable(
  "payment_event",
  {
    /** Stripe's event ID. */
    id: text("id").primaryKey(),
    workspaceId: ofWorkspace(),
    type: text("type").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index("payment_event_workspace").on(table.workspaceId, table.receivedAt)],
);

/** Why a subscription was cancelled. The database rejects changes. Rows are deleted with their workspace. */
export const subscriptionCancellation = pgTable(
  "subscription_cancellation",
  {
    id: id(),
    workspaceId: ofWorkspace(),
    externalSubscriptionId: text("external_subscription_id").notNull(),
    actorType: text("actor_type").$type<"key" | "user" | "system">().notNull(),
    /** ID of the user or key, as a pseudonym; null for the system. */
    actorId: uuid("actor_id"),
    reason: text("reason").$type<CancellationReason>(),
    reasonText: text("reason_text"),
    waivePendingCharges: boolean("waive_pending_charges").notNull(),
    waivedCount: integer("waived_count").notNull(),
    /** In minor units, such as cents. */
    waivedTotal: bigint("waived_total", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    cancelAt: instant("cancel_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("subscription_cancellation_workspace").on(table.workspaceId, table.id)],
);

/** Responses to billing requests with an `Idempotency-Key`, kept for a day. */
export const billingAnswer = pgTable(
  "billing_answer",
  {
    workspaceId: ofWorkspace(),
    key: text("key").notNull(),
    /** SHA-256 of the operation and the request body. */
    requestHash: text("request_hash").notNull(),
    answer: jsonb("answer").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.key] }),
    index("billing_answer_age").on(table.createdAt),
  ],
);
