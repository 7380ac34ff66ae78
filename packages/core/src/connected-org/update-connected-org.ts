import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import { lockPublishing } from "../publish/publish-workspace.ts";
import { presentOrg } from "./present-orgs.ts";
import { refuseFaultyPatterns } from "./refuse-faulty-patterns.ts";

interface Changes {
  name?: string | undefined;
  heuristicPatterns?: HeuristicPattern[] | undefined;
  hostAliases?: string[] | undefined;
}

/**
 * What is not given stays. Other patterns and host aliases are seen after the org's next scan, which reads every
 * repository again by the patterns: to read or resolve a whole org takes longer than a request may.
 */
export async function updateConnectedOrg(
  ctx: Context,
  { connectedOrgId, ...changes }: Changes & { connectedOrgId: string },
) {
  refuseFaultyPatterns(changes.heuristicPatterns ?? []);
  return inWorkspace(ctx, async (tx) => {
    // A publish locks the same repositories, in another order.
    if (changes.hostAliases) await lockPublishing(ctx, tx);
    const [row] = await tx
      .update(connectedOrg)
      .set({ ...changes, updatedAt: ctx.now() })
      .where(and(eq(connectedOrg.id, connectedOrgId), isNull(connectedOrg.deletedAt)))
      .returning();
    if (!row) throw new NotFoundError();
    if (changes.hostAliases) {
      await tx.update(repository).set({ isChanged: true }).where(eq(repository.connectedOrgId, row.id));
    }
    return presentOrg(tx, row);
  });
}
