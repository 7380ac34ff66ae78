import type { Queue, ScanMessage } from "@knockon/core/ports/queue";
import type { Database, Transaction } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { queueMessage } from "@knockon/db/schema/queue-message.sql";
import { eq, sql } from "drizzle-orm";

const QUEUE = "scan";
/** A message that was not deleted by then is delivered again; the lease of its repository decides who works. */
const VISIBILITY_SECONDS = 15 * 60;

export interface ReceivedMessage {
  message: ScanMessage;
  receiveCount: number;
  delete(): Promise<void>;
  /** Lets another worker have it after this long. */
  release(delaySeconds: number): Promise<void>;
}

/** SQS' contract on a table: at least once, in no particular order, invisible while somebody works on it. */
export function postgresQueue(
  database: Database,
): Queue & { receive(): Promise<ReceivedMessage | undefined> } {
  return {
    async send(messages, delaySeconds = 0) {
      if (messages.length === 0) return;
      const visibleAt = sql`now() + make_interval(secs => ${delaySeconds})`;
      await asSystem(database, (tx) =>
        tx.insert(queueMessage).values(messages.map((body) => ({ queue: QUEUE, body, visibleAt }))),
      );
    },
    async receive() {
      const row = await asSystem(database, takeOne);
      if (!row) return undefined;
      return {
        message: row.body as ScanMessage,
        receiveCount: row.receiveCount,
        async delete() {
          await asSystem(database, (tx) => tx.delete(queueMessage).where(eq(queueMessage.id, row.id)));
        },
        async release(delaySeconds) {
          const visibleAt = sql`now() + make_interval(secs => ${delaySeconds})`;
          await asSystem(database, (tx) =>
            tx.update(queueMessage).set({ visibleAt }).where(eq(queueMessage.id, row.id)),
          );
        },
      };
    },
  };
}

async function takeOne(tx: Transaction) {
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
      visibleAt: sql`now() + make_interval(secs => ${VISIBILITY_SECONDS})`,
      receiveCount: sql`${queueMessage.receiveCount} + 1`,
    })
    .where(eq(queueMessage.id, sql`(${next})`))
    .returning();
  return row;
}
