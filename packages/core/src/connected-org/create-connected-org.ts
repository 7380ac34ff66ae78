import { randomUUID } from "node:crypto";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { and, eq, isNull } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { ConflictError, InvalidInputError } from "../errors.ts";
import { countOrgConnections } from "../plan/usage.ts";
import { ORG_CONNECTIONS, requireFeature, requireRoom } from "../plan/require-plan.ts";
import { lockWorkspaceRow } from "../workspace/workspace-row.ts";
import { readCredential, storeCredential } from "./credential.ts";
import { identifyOrg } from "./open-org.ts";
import {
  identityOf,
  validatePatterns,
  validateSchedule,
  scheduleColumns,
  settingsOf,
} from "./org-settings.ts";
import { presentOrg } from "./read-connected-orgs.ts";

interface NewOrg {
  name: string;
  platform: Platform;
  url?: string | undefined;
  accessToken?: string | undefined;
  installationId?: string | undefined;
  heuristicPatterns?: HeuristicPattern[] | undefined;
  hostAliases?: string[] | undefined;
  schedule?: string | null | undefined;
}

/**
 * Connects an org after its host confirmed it. Throws InvalidInputError with the reason if the host did not, and ConflictError if a
 * local folder is already connected.
 */
export async function createConnectedOrg(ctx: Context, { accessToken, installationId, ...input }: NewOrg) {
  validatePatterns(input.heuristicPatterns ?? []);
  const { platform, schedule = null } = input;
  if (schedule !== null) {
    validateSchedule(schedule, ctx.now());
    await requireFeature(ctx, "scheduled_scans");
  }
  const url = input.url ?? defaultUrl(input);
  const credential = await readCredential(ctx, { platform, accessToken, installationId });
  const { platformId } = await identifyOrg(ctx, { platform, url, credential });
  return inWorkspace(ctx, async (tx) => {
    const { workspaceId } = ctx;
    await requireRoom(ctx, tx, ORG_CONNECTIONS, () => countOrgConnections(tx));
    if (platform === "local") await requireUnconnected(ctx, tx, platformId);
    const id = randomUUID();
    const credentialId = platform === "local" ? null : await storeCredential(ctx, tx, id, credential);
    const [row] = await tx
      .insert(connectedOrg)
      .values({
        ...input,
        ...scheduleColumns(schedule, ctx.now()),
        id,
        workspaceId,
        url,
        platformId,
        credentialId,
      })
      .returning();
    if (!row) throw new Error("An insert returns its row.");
    await recordAuditEvent(tx, ctx, {
      action: "connected_org.created",
      target: { type: "connected_org", id },
      after: { ...identityOf(row), ...settingsOf(row) },
    });
    return presentOrg(tx, row);
  });
}

/** Compares real paths: a folder that is connected twice would produce each artifact twice. */
async function requireUnconnected(ctx: Context, tx: Transaction, platformId: string): Promise<void> {
  await lockWorkspaceRow(tx, ctx.workspaceId);
  const [known] = await tx
    .select({ id: connectedOrg.id, name: connectedOrg.name })
    .from(connectedOrg)
    .where(
      and(
        eq(connectedOrg.platform, "local"),
        eq(connectedOrg.platformId, platformId),
        isNull(connectedOrg.deletedAt),
      ),
    );
  if (!known) return;
  throw new ConflictError(`The folder is already connected as "${known.name}".`, {
    code: "already_connected",
    connectedOrgId: known.id,
  });
}

function defaultUrl({ name, platform }: NewOrg): string {
  if (platform === "local")
    throw new InvalidInputError(["body", "url"], "A local organization requires the path of its folder.");
  return `https://${platform}.com/${encodeURIComponent(name)}`;
}
