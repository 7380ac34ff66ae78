import type { EventEmitter } from "node:events";

/**
 * Keeps the process alive when the server closes a connection. The next statement on it fails, and the pool opens another.
 * Without a listener, the error event of a lost connection would end the process.
 */
export function surviveLosses(pool: EventEmitter): void {
  pool.on("error", () => {});
  pool.on("connect", (client: EventEmitter) => client.on("error", () => {}));
}
