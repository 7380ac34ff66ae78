import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import { ConflictError, NotFoundError } from "../errors.ts";
import { deleteInstallation } from "./installation-row.ts";

/** No org is connected by it from here on. Throws NotFoundError, and ConflictError while one is. */
export function removeGithubInstallation(
  ctx: Context,
  { installationId }: { installationId: string },
): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    if (!(await deleteInstallation(ctx, tx, installationId))) throw new NotFoundError();
    const [user] = await findUsers(tx, installationId);
    if (user) throw new ConflictError(`The org ${user.name} is connected by this installation.`);
    return {};
  });
}

const findUsers = (tx: Transaction, installationId: string) =>
  tx
    .select({ name: connectedOrg.name })
    .from(connectedOrg)
    .innerJoin(credential, eq(credential.id, connectedOrg.credentialId))
    .where(and(eq(credential.installationId, installationId), isNull(connectedOrg.deletedAt)))
    .orderBy(asc(connectedOrg.name))
    .limit(1);
