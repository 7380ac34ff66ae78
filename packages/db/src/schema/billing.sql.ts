import type { CancellationReason, SubscriptionStatus } from "@knockon/contract/vocabulary/billing";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, updatedAt, workspaceId } from "./columns.ts";
import { workspace } from "./workspace.sql.ts";

const ofWorkspace = () => workspaceId().references(() => workspace.id, { onDelete: "cascade" });

/**
 * What the payment processor last said of a workspace: a copy that webhooks and the sweeper bring up to date. Whoever
 * changes anything about the workspace's money holds this row's lock.
 */
export const subscription = pgTable(
  "subscription",
  {
    workspaceId: ofWorkspace().primaryKey(),
    /** Whom the processor charges; null before the first checkout. */
    externalCustomerId: text("external_customer_id").unique(),
    externalSubscriptionId: text("external_subscription_id"),
    status: text("status").$type<SubscriptionStatus>().notNull().default("none"),
    /** Null where there is none, or of a price that is no plan's. */
    planKey: text("plan_key"),
    extraSeats: integer("extra_seats").notNull().default(0),
    periodEnd: instant("period_end"),
    /** When it ends, where that is decided. */
    cancelAt: instant("cancel_at"),
    /** When the processor was last asked; where it failed, an instant a day before it is asked again. */
    readAt: instant("read_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("subscription_read").on(table.readAt)],
);

/** Events of the processor that had their effect, which is in the same transaction: one that comes again has none. */
export const paymentEvent = pgTable(
  "payment_event",
  {
    /** The processor's own. */
    id: text("id").primaryKey(),
    workspaceId: ofWorkspace(),
    type: text("type").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [index("payment_event_workspace").on(table.workspaceId, table.receivedAt)],
);

/** Why a subscription was cancelled. Rows are never changed, which the database sees to; they go with their workspace. */
export const subscriptionCancellation = pgTable(
  "subscription_cancellation",
  {
    id: id(),
    workspaceId: ofWorkspace(),
    externalSubscriptionId: text("external_subscription_id").notNull(),
    actorType: text("actor_type").$type<"key" | "user" | "system">().notNull(),
    /** A pseudonym: the id of the person or key, null of the system. */
    actorId: uuid("actor_id"),
    reason: text("reason").$type<CancellationReason>(),
    reasonText: text("reason_text"),
    waivePendingCharges: boolean("waive_pending_charges").notNull(),
    waivedCount: integer("waived_count").notNull(),
    /** In minor units. */
    waivedTotal: bigint("waived_total", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    cancelAt: instant("cancel_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [index("subscription_cancellation_workspace").on(table.workspaceId, table.id)],
);

/** What a billing request with an `Idempotency-Key` was answered, for a day. */
export const billingAnswer = pgTable(
  "billing_answer",
  {
    workspaceId: ofWorkspace(),
    key: text("key").notNull(),
    /** SHA-256 of the operation and its body. */
    requestHash: text("request_hash").notNull(),
    answer: jsonb("answer").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.key] }),
    index("billing_answer_age").on(table.createdAt),
  ],
);
