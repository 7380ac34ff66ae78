import type { Transaction } from "@knockon/db/database";
import { sql, type SQL } from "drizzle-orm";

/** Rows after which plans made for an empty table are no longer good enough. */
const FIRST = 2000;
const FACTOR = 4;

/**
 * Postgres plans by statistics from before the transaction. One that fills an empty table has to take its own, or each
 * of its statements goes through all that the earlier ones wrote; tables that another transaction analyses are left out.
 */
export class Statistics {
  readonly #tx: Transaction;
  readonly #tables: SQL;
  #written = 0;
  #next = FIRST;

  constructor(tx: Transaction, tables: SQL) {
    this.#tx = tx;
    this.#tables = tables;
  }

  /** To be told of every so many rows that were written. */
  async note(rows: number): Promise<void> {
    this.#written += rows;
    if (this.#written < this.#next) return;
    this.#next = this.#written * FACTOR;
    await this.#tx.execute(sql`analyze (skip_locked) ${this.#tables}`);
  }
}
