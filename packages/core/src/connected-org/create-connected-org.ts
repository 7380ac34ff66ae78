import { randomUUID } from "node:crypto";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { InvalidInputError } from "../errors.ts";
import { countOrgConnections } from "../plan/count-used.ts";
import { ORG_CONNECTIONS, requireFeature, requireRoom } from "../plan/require-plan.ts";
import { storeCredential } from "./credential/credential-row.ts";
import { givenCredential } from "./credential/given-credential.ts";
import { identifyOrg } from "./identify-org.ts";
import { identityOf, settingsOf } from "./audited-org.ts";
import { presentOrg } from "./present-orgs.ts";
import { refuseFaultyPatterns } from "./refuse-faulty-patterns.ts";
import { refuseFaultySchedule, scheduled } from "./schedule.ts";

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

/** Asks the host before anything is stored: an org that cannot be opened is refused, naming why. */
export async function createConnectedOrg(ctx: Context, { accessToken, installationId, ...input }: NewOrg) {
  refuseFaultyPatterns(input.heuristicPatterns ?? []);
  const { platform, schedule = null } = input;
  if (schedule !== null) {
    refuseFaultySchedule(schedule, ctx.now());
    await requireFeature(ctx, "scheduled_scans");
  }
  const url = input.url ?? usualUrl(input);
  const credential = await givenCredential(ctx, { platform, accessToken, installationId });
  const { platformId } = await identifyOrg(ctx, { platform, url, credential });
  return inWorkspace(ctx, async (tx) => {
    const { workspaceId } = ctx;
    await requireRoom(ctx, tx, ORG_CONNECTIONS, () => countOrgConnections(tx));
    const id = randomUUID();
    const credentialId = platform === "local" ? null : await storeCredential(ctx, tx, id, credential);
    const [row] = await tx
      .insert(connectedOrg)
      .values({ ...input, ...scheduled(schedule, ctx.now()), id, workspaceId, url, platformId, credentialId })
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

function usualUrl({ name, platform }: NewOrg): string {
  if (platform === "local") throw new InvalidInputError(["body", "url"], "A local org is a folder: name it.");
  return `https://${platform}.com/${encodeURIComponent(name)}`;
}
