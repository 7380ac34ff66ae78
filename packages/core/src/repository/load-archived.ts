import type { Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { eq } from "drizzle-orm";

/** Loads the IDs of the archived repositories of the workspace: their hosts run nothing there and allow no change of them. */
export async function loadArchived(tx: Transaction): Promise<ReadonlySet<string>> {
  const rows = await tx.select({ id: repository.id }).from(repository).where(eq(repository.archived, true));
  return new Set(rows.map(({ id }) => id));
}
