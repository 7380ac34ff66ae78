import type { Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, eq, isNull } from "drizzle-orm";
import { isPresent } from "../repository/repository-row.ts";

export const countOrgConnections = (tx: Transaction): Promise<number> =>
  tx.$count(connectedOrg, isNull(connectedOrg.deletedAt));

/** Those that their hosts list, in the orgs that are connected. */
export async function countRepositories(tx: Transaction): Promise<number> {
  const listed = tx
    .select({ id: repository.id })
    .from(repository)
    .innerJoin(connectedOrg, eq(connectedOrg.id, repository.connectedOrgId))
    .where(and(isPresent, isNull(connectedOrg.deletedAt)));
  return tx.$count(listed.as("listed"));
}
