import { createHmac, timingSafeEqual } from "node:crypto";
import { GitHubEvent } from "@knockon/contract/resources/webhook";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { credential } from "@knockon/db/schema/connected-org.sql";
import { githubInstallation } from "@knockon/db/schema/github-installation.sql";
import { eq } from "drizzle-orm";
import type { Context, UserContext } from "../context.ts";
import { deleteInstallation } from "../github-installation/github-installations.ts";
import { WHOLE_LISTING } from "../scan/rescan.ts";
import {
  type Delivery,
  isScanned,
  parseJson,
  requestEventRescan,
  sourceOf,
  sourcesAbove,
} from "./delivery.ts";
import { findSigner, InvalidSignatureError } from "./webhook-secret.ts";

type Event = ReturnType<typeof GitHubEvent.parse>;

/**
 * Handles an event signed with an org's secret or the App's secret. Of the App's events, only deleted installations matter. Throws
 * InvalidSignatureError.
 */
export async function receiveGithubWebhook(
  base: UserContext,
  { header, body }: Delivery,
): Promise<Record<string, never>> {
  const signature = Buffer.from(header("X-Hub-Signature-256") ?? "");
  const { data: event } = GitHubEvent.safeParse(parseJson(body));
  if (!event) throw new InvalidSignatureError();
  const sources = sourcesOf(event, header("X-GitHub-Enterprise-Host"));
  const isSignedBy = (secret: string): boolean => {
    const expected = Buffer.from(`sha256=${createHmac("sha256", secret).update(body).digest("hex")}`);
    return signature.byteLength === expected.byteLength && timingSafeEqual(signature, expected);
  };
  const { githubAppWebhookSecret } = base.ports;
  if (githubAppWebhookSecret !== null && isSignedBy(githubAppWebhookSecret)) {
    const isGone = header("X-GitHub-Event") === "installation" && event.action === "deleted";
    if (isGone && event.installation?.id)
      await deleteInstallationEverywhere(base, String(event.installation.id));
    return {};
  }
  const org = await findSigner(base, { platform: "github", sources }, isSignedBy);
  await requestEventRescan(base, org, changedIn(event, header("X-GitHub-Event")));
  return {};
}

/** Returns the event's organization and the repository's owner, which differ after a transfer. */
function sourcesOf({ organization, repository }: Event, host = "github.com"): string[] {
  const ofOrg = organization?.login === undefined ? [] : [sourceOf(`https://${host}/${organization.login}`)];
  return [...ofOrg, ...sourcesAbove(repository?.html_url ?? "")];
}

/** Returns the platform IDs to rescan. Removals require the whole listing. */
function changedIn({ action, ref, repository }: Event, kind: string | undefined): string[] {
  if (repository?.node_id === undefined) return [];
  const isOfRepository = kind === "repository";
  if (isOfRepository && (action === "deleted" || action === "transferred")) return [WHOLE_LISTING];
  const isPush = kind === "push" && isScanned(ref, repository.default_branch);
  return isPush || isOfRepository ? [repository.node_id] : [];
}

/** Deletes an installation that GitHub deleted from every workspace, and marks the credential of its orgs as refused. */
export async function deleteInstallationEverywhere(base: UserContext, installationId: string): Promise<void> {
  const holders = await asSystem(base.database, (tx) =>
    tx
      .select({ workspaceId: githubInstallation.workspaceId })
      .from(githubInstallation)
      .where(eq(githubInstallation.installationId, installationId)),
  );
  for (const { workspaceId } of holders) await deleteFromWorkspace({ ...base, workspaceId }, installationId);
  base.log.info("installation deleted", { requestId: base.requestId, workspaces: holders.length });
}

/** Idempotent. */
function deleteFromWorkspace(ctx: Context, installationId: string): Promise<void> {
  return inWorkspace(ctx, async (tx) => {
    if (!(await deleteInstallation(ctx, tx, installationId))) return;
    await tx
      .update(credential)
      .set({ refusedAt: ctx.now() })
      .where(eq(credential.installationId, installationId));
  });
}
