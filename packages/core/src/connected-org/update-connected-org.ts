import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { requireFeature } from "../plan/require-plan.ts";
import { lockPublishing } from "../publish/publish-workspace.ts";
import { validatePatterns, validateSchedule, scheduleColumns, settingsOf } from "./org-settings.ts";
import { readCredential, replaceCredential } from "./credential.ts";
import { identifyOrg } from "./open-org.ts";
import { getOrgRow, lockOrgRow } from "./org-row.ts";
import { presentOrg } from "./read-connected-orgs.ts";

interface Changes {
  name?: string | undefined;
  heuristicPatterns?: HeuristicPattern[] | undefined;
  hostAliases?: string[] | undefined;
  schedule?: string | null | undefined;
  accessToken?: string | undefined;
}

/**
 * Changes the given settings. New patterns and host aliases take effect with the org's next scan, because reading or resolving a
 * whole org takes too long for a request. New patterns make that scan read every repository again.
 */
export async function updateConnectedOrg(
  ctx: Context,
  { connectedOrgId, accessToken, ...changes }: Changes & { connectedOrgId: string },
) {
  validatePatterns(changes.heuristicPatterns ?? []);
  if (changes.schedule) await checkSchedule(ctx, connectedOrgId, changes.schedule);
  const token = accessToken === undefined ? null : await checkToken(ctx, connectedOrgId, accessToken);
  return inWorkspace(ctx, async (tx) => {
    // A publish locks the same repositories in another order.
    if (changes.hostAliases) await lockPublishing(ctx, tx);
    const before = await lockOrgRow(tx, connectedOrgId);
    const [row] = await tx
      .update(connectedOrg)
      .set({
        ...changes,
        ...(changes.schedule !== undefined && scheduleColumns(changes.schedule, ctx.now())),
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

/** Requires the feature only for a changed schedule, so that the current one can be sent again on a smaller plan. */
async function checkSchedule(ctx: Context, connectedOrgId: string, schedule: string): Promise<void> {
  validateSchedule(schedule, ctx.now());
  const org = await inWorkspace(ctx, (tx) => getOrgRow(tx, connectedOrgId));
  if (schedule !== org.schedule) await requireFeature(ctx, "scheduled_scans");
}

/** Checks the token with the host before it replaces the current one. */
async function checkToken(ctx: Context, connectedOrgId: string, accessToken: string) {
  const { platform, url } = await inWorkspace(ctx, (tx) => getOrgRow(tx, connectedOrgId));
  const credential = await readCredential(ctx, { platform, accessToken });
  await identifyOrg(ctx, { platform, url, credential });
  return credential;
}
