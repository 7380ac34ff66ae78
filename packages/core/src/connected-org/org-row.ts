import { prepared, type Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { and, eq, isNull, sql, type Placeholder } from "drizzle-orm";
import { NotFoundError } from "../errors.ts";

export type OrgRow = typeof connectedOrg.$inferSelect;

/** Returns undefined also for a deleted org. */
export async function findOrgRow(tx: Transaction, connectedOrgId: string): Promise<OrgRow | undefined> {
  const [row] = await selectPrepared(tx, { connectedOrgId });
  return row;
}

const selectPrepared = prepared("org", (tx) => selectOrg(tx, sql.placeholder("connectedOrgId")));

/** Throws NotFoundError. */
export async function getOrgRow(tx: Transaction, connectedOrgId: string): Promise<OrgRow> {
  const row = await findOrgRow(tx, connectedOrgId);
  if (!row) throw new NotFoundError();
  return row;
}

/** Returns the row, locked against other changes of the org. Throws NotFoundError. */
export async function lockOrgRow(tx: Transaction, connectedOrgId: string): Promise<OrgRow> {
  const [row] = await selectOrg(tx, connectedOrgId).for("no key update");
  if (!row) throw new NotFoundError();
  return row;
}

const selectOrg = (tx: Transaction, connectedOrgId: string | Placeholder) =>
  tx
    .select()
    .from(connectedOrg)
    .where(and(eq(connectedOrg.id, connectedOrgId), isNull(connectedOrg.deletedAt)));
