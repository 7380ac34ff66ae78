import type { Queue, ScanMessage } from "@knockon/core/ports/queue";
import type { Database, Transaction } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { queueMessage } from "@knockon/db/schema/queue-message.sql";
import { and, eq, sql } from "drizzle-orm";

const QUEUE = "scan";
/** Messages not deleted by then are delivered again. The repository's lease prevents concurrent work. */
const VISIBILITY_SECONDS = 15 * 60;
/** A lost receipt or deletion only causes a redelivery. */
const UNFLUSHED = { flush: false };

export interface ReceivedMessage {
  message: ScanMessage;
  messageId: string;
  receiveCount: number;
  delete(): Promise<void>;
  /** Makes the message visible again after this delay, unless another worker holds it. */
  release(delaySeconds: number): Promise<void>;
}

/** A queue in a table with the guarantees of SQS: at-least-once delivery, unordered, with a visibility timeout. */
export function postgresQueue(
  database: Database,
  visibilitySeconds = VISIBILITY_SECONDS,
): Queue & { receive(): Promise<ReceivedMessage | undefined> } {
  return {
    async send(messages, delaySeconds = 0) {
      if (messages.length === 0) return;
      const visibleAt = sql`now() + make_interval(secs => ${delaySeconds})`;
      await asSystem(database, (tx) =>
        tx.execute(sql`
          insert into ${queueMessage} (queue, body, visible_at)
          select ${QUEUE}, body, ${visibleAt}
          from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) with ordinality as sent (body, position)
          order by position`),
      );
    },
    async receive() {
      const row = await asSystem(database, (tx) => receiveOne(tx, visibilitySeconds), UNFLUSHED);
      if (!row) return undefined;
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
        async release(delaySeconds) {
          const visibleAt = sql`now() + make_interval(secs => ${delaySeconds})`;
          await asSystem(database, (tx) =>
            tx
              .update(queueMessage)
              .set({ visibleAt })
              .where(and(eq(queueMessage.id, row.id), eq(queueMessage.receiveCount, row.receiveCount))),
          );
        },
      };
    },
  };
}

async function receiveOne(tx: Transaction, visibilitySeconds: number) {
  const next = tx
    .select({ id: queueMessage.id })
    .from(queueMessage)
    .where(sql`${queueMessage.queue} = ${QUEUE} and ${queueMessage.visibleAt} <= now()`)
    .orderBy(queueMessage.visibleAt, queueMessage.id)
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
