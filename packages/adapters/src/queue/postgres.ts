import type { Queue, ScanMessage } from "@knockon/core/ports/queue";
import type { Database, Transaction } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { queueMessage } from "@knockon/db/schema/queue-message.sql";
import { and, eq, sql } from "drizzle-orm";

const QUEUE = "scan";
/**
 * Messages not deleted or extended by then are delivered again: their worker died. Workers extend them three times in this time, so it
 * is short: a scan goes on seconds after the death of its worker.
 */
const VISIBILITY_SECONDS = 15;
/** A lost receipt or deletion only causes a redelivery. */
const UNFLUSHED = { flush: false };

export interface ReceivedMessage {
  message: ScanMessage;
  messageId: string;
  receiveCount: number;
  delete(): Promise<void>;
  /** Hides the message for another visibility timeout, unless another worker holds it. */
  extend(): Promise<void>;
  /** Makes the message visible again after this delay, unless another worker holds it. */
  release(delaySeconds: number): Promise<void>;
}

/** The messages that no worker holds. */
export interface Backlog {
  messages: number;
  /** Since the oldest one became visible; 0 without one. */
  oldestSeconds: number;
}

export interface PostgresQueue extends Queue {
  /** How long a received message stays hidden unless it is extended. */
  visibilitySeconds: number;
  receive(): Promise<ReceivedMessage | undefined>;
  backlog(): Promise<Backlog>;
  /** Makes the messages of former workers visible. Only for the one process that uses the database. */
  reclaim(): Promise<void>;
}

/** A queue in a table with the guarantees of SQS: at-least-once delivery, unordered, with a visibility timeout. */
export function postgresQueue(database: Database, visibilitySeconds = VISIBILITY_SECONDS): PostgresQueue {
  return {
    visibilitySeconds,
    async backlog() {
      const { rows } = await asSystem(database, (tx) =>
        tx.execute<{ messages: number; oldest_seconds: number }>(sql`
          select count(*)::int as messages, coalesce(extract(epoch from now() - min(visible_at)), 0)::float as oldest_seconds
          from ${queueMessage} where queue = ${QUEUE} and visible_at <= now()`),
      );
      return { messages: rows[0]?.messages ?? 0, oldestSeconds: rows[0]?.oldest_seconds ?? 0 };
    },
    async reclaim() {
      await asSystem(database, (tx) =>
        tx
          .update(queueMessage)
          .set({ visibleAt: sql`now()` })
          .where(
            sql`${queueMessage.queue} = ${QUEUE} and ${queueMessage.receiveCount} > 0 and ${queueMessage.visibleAt} > now()`,
          ),
      );
    },
    async send(messages, delaySeconds = 0) {
      if (messages.length === 0) return;
      const visibleAt = sql`now() + make_interval(secs => ${delaySeconds})`;
      await asSystem(database, (tx) =>
        tx.execute(sql`
          with sent as (
            select body, position, body ->> 'workspaceId' as workspace,
              row_number() over (partition by body ->> 'workspaceId' order by position) - 1 as nth
            from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) with ordinality as sent (body, position)
          ), now_served as (
            select coalesce(min(turn), 0) as turn from ${queueMessage} where queue = ${QUEUE} and visible_at <= now()
          ), waiting as (
            select workspace, (
              select max(turn) + 1 from ${queueMessage} where queue = ${QUEUE} and message_group = workspace
            ) as turn
            from (select distinct workspace from sent) as workspaces
          )
          insert into ${queueMessage} (queue, body, visible_at, turn)
          select ${QUEUE}, body, ${visibleAt}, greatest(now_served.turn, waiting.turn) + nth
          from sent join waiting using (workspace) cross join now_served
          order by position`),
      );
    },
    async receive() {
      const row = await asSystem(database, (tx) => receiveOne(tx, visibilitySeconds), UNFLUSHED);
      if (!row) return undefined;
      const hideFor = async (seconds: number): Promise<void> => {
        const visibleAt = sql`now() + make_interval(secs => ${seconds})`;
        await asSystem(database, (tx) =>
          tx
            .update(queueMessage)
            .set({ visibleAt })
            .where(and(eq(queueMessage.id, row.id), eq(queueMessage.receiveCount, row.receiveCount))),
        );
      };
      return {
        message: row.body as ScanMessage,
        messageId: String(row.id),
        receiveCount: row.receiveCount,
        async delete() {
          await asSystem(
            database,
            (tx) => tx.delete(queueMessage).where(eq(queueMessage.id, row.id)),
            UNFLUSHED,
          );
        },
        extend: () => hideFor(visibilitySeconds),
        release: hideFor,
      };
    },
  };
}

/** Receives the visible message with the lowest turn, so that a workspace with many messages does not hold others back. */
async function receiveOne(tx: Transaction, visibilitySeconds: number) {
  const next = tx
    .select({ id: queueMessage.id })
    .from(queueMessage)
    .where(sql`${queueMessage.queue} = ${QUEUE} and ${queueMessage.visibleAt} <= now()`)
    .orderBy(queueMessage.turn, queueMessage.id)
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await tx
    .update(queueMessage)
    .set({
      visibleAt: sql`now() + make_interval(secs => ${visibilitySeconds})`,
      receiveCount: sql`${queueMessage.receiveCount} + 1`,
    })
    .where(eq(queueMessage.id, sql`(${next})`))
    .returning();
  return row;
}
