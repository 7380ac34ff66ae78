import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { requireFeature } from "../plan/require-plan.ts";
import { lockPublishing } from "../publish/publish-workspace.ts";
import { settingsOf } from "./audited-org.ts";
import { replaceCredential } from "./credential/credential-row.ts";
import { givenCredential } from "./credential/given-credential.ts";
import { identifyOrg } from "./identify-org.ts";
import { getOrgRow, lockOrgRow } from "./org-row.ts";
import { presentOrg } from "./present-orgs.ts";
import { refuseFaultyPatterns } from "./refuse-faulty-patterns.ts";
import { refuseFaultySchedule, scheduled } from "./schedule.ts";

interface Changes {
  name?: string | undefined;
  heuristicPatterns?: HeuristicPattern[] | undefined;
  hostAliases?: string[] | undefined;
  schedule?: string | null | undefined;
  accessToken?: string | undefined;
}

/**
 * What is not given stays. Other patterns and host aliases are seen after the org's next scan, which reads every
 * repository again by the patterns: to read or resolve a whole org takes longer than a request may.
 */
export async function updateConnectedOrg(
  ctx: Context,
  { connectedOrgId, accessToken, ...changes }: Changes & { connectedOrgId: string },
) {
  refuseFaultyPatterns(changes.heuristicPatterns ?? []);
  if (changes.schedule) await checkSchedule(ctx, connectedOrgId, changes.schedule);
  const token = accessToken === undefined ? null : await checkToken(ctx, connectedOrgId, accessToken);
  return inWorkspace(ctx, async (tx) => {
    // A publish locks the same repositories, in another order.
    if (changes.hostAliases) await lockPublishing(ctx, tx);
    const before = await lockOrgRow(tx, connectedOrgId);
    const [row] = await tx
      .update(connectedOrg)
      .set({
        ...changes,
        ...(changes.schedule !== undefined && scheduled(changes.schedule, ctx.now())),
        updatedAt: ctx.now(),
      })
      .where(eq(connectedOrg.id, before.id))
      .returning();
    if (!row) throw new Error("An update of a locked row returns it.");
    if (changes.hostAliases) {
      await tx.update(repository).set({ isChanged: true }).where(eq(repository.connectedOrgId, row.id));
    }
    await recordAuditEvent(tx, ctx, {
      action: token ? "connected_org.credential_changed" : "connected_org.updated",
      target: { type: "connected_org", id: row.id },
      before: settingsOf(before),
      after: settingsOf(row),
    });
    return presentOrg(tx, token ? await replaceCredential(ctx, tx, row, token) : row);
  });
}

/** A plan that does not include schedules lets the one that there is be given again. */
async function checkSchedule(ctx: Context, connectedOrgId: string, schedule: string): Promise<void> {
  refuseFaultySchedule(schedule, ctx.now());
  const org = await inWorkspace(ctx, (tx) => getOrgRow(tx, connectedOrgId));
  if (schedule !== org.schedule) await requireFeature(ctx, "scheduled_scans");
}

/** A token that the host does not accept replaces none. */
async function checkToken(ctx: Context, connectedOrgId: string, accessToken: string) {
  const { platform, url } = await inWorkspace(ctx, (tx) => getOrgRow(tx, connectedOrgId));
  const credential = await givenCredential(ctx, { platform, accessToken });
  await identifyOrg(ctx, { platform, url, credential });
  return credential;
}
