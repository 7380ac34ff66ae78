import type { Transaction } from "@knockon/db/database";
import { producer } from "@knockon/db/schema/repository.sql";
import { sql } from "drizzle-orm";
import { nameHash } from "./name-hash.ts";

/** The repositories of which some declaration looks up one of the names. */
export async function findSeekers(tx: Transaction, names: ReadonlySet<string>): Promise<string[]> {
  if (names.size === 0) return [];
  const hashes = [...names].map(nameHash);
  const rows = await tx
    .select({ id: producer.repositoryId })
    .from(producer)
    .where(sql`${producer.extractionId} in (select extractions_that_look_up(${sql.param(hashes)}::int[]))`);
  return rows.map((row) => row.id);
}
