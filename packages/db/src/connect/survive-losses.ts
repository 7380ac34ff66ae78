import type { EventEmitter } from "node:events";

/**
 * Of a connection that the server closes, whoever uses it hears from their next statement, and the pool opens another.
 * Without a listener its loss, idle or in the middle of a transaction, would end the process.
 */
export function surviveLosses(pool: EventEmitter): void {
  pool.on("error", () => {});
  pool.on("connect", (client: EventEmitter) => client.on("error", () => {}));
}
