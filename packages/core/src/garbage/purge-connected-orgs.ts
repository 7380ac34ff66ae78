import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { eq, inArray, lt } from "drizzle-orm";
import { deleteUnusedCredential } from "../connected-org/credential/credential-row.ts";
import type { Context } from "../context.ts";
import { untilNone } from "./in-batches.ts";

/** Each takes along what is its own, which foreign keys know: some ten rows of a repository. */
const PARENTS_AT_ONCE = 100;

/** Deletes the orgs that were deleted before, with everything of theirs; the org goes last, so that the next time finds what is left. */
export async function purgeConnectedOrgs(ctx: Context, before: Date): Promise<number> {
  const orgs = await inWorkspace(ctx, (tx) =>
    tx.select().from(connectedOrg).where(lt(connectedOrg.deletedAt, before)),
  );
  for (const org of orgs) {
    for (const table of [scan, repository, artifact]) {
      await untilNone(ctx, (tx) => deleteSome(tx, table, org.id));
    }
    await inWorkspace(ctx, async (tx) => {
      await tx.delete(connectedOrg).where(eq(connectedOrg.id, org.id));
      if (org.credentialId !== null) await deleteUnusedCredential(tx, org.credentialId);
    });
  }
  return orgs.length;
}

function deleteSome(
  tx: Transaction,
  table: typeof scan | typeof repository | typeof artifact,
  connectedOrgId: string,
) {
  const some = tx
    .select({ id: table.id })
    .from(table)
    .where(eq(table.connectedOrgId, connectedOrgId))
    .limit(PARENTS_AT_ONCE);
  return tx.delete(table).where(inArray(table.id, some));
}
