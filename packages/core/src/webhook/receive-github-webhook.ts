import { createHmac, timingSafeEqual } from "node:crypto";
import { GitHubEvent } from "@knockon/contract/resources/webhook";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { githubInstallation } from "@knockon/db/schema/github-installation.sql";
import { and, eq, isNull } from "drizzle-orm";
import type { Context, UserContext } from "../context.ts";
import { deleteInstallation } from "../github-installation/github-installations.ts";
import { WHOLE_LISTING } from "../scan/rescan.ts";
import {
  type Delivery,
  isScanned,
  parseJson,
  type EventWork,
  requestEventWork,
  sourceOf,
  sourcesAbove,
} from "./delivery.ts";
import { findSigner, InvalidSignatureError } from "./webhook-secret.ts";

type Event = ReturnType<typeof GitHubEvent.parse>;

/**
 * Handles an event signed with an org's secret or the App's secret. The App's events request checks for every org that uses the
 * installation, and remove deleted installations. Throws InvalidSignatureError.
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
  const kind = header("X-GitHub-Event");
  const { githubAppWebhookSecret } = base.ports;
  if (githubAppWebhookSecret !== null && isSignedBy(githubAppWebhookSecret)) {
    await receiveAppEvent(base, event, { kind, sources });
    return {};
  }
  const org = await findSigner(base, { platform: "github", sources }, isSignedBy);
  await requestEventWork(base, org, { rescans: changedIn(event, kind), check: checkIn(event, kind) });
  return {};
}

async function receiveAppEvent(
  base: UserContext,
  event: Event,
  { kind, sources }: { kind: string | undefined; sources: readonly string[] },
): Promise<void> {
  if (!event.installation?.id) return;
  const installationId = String(event.installation.id);
  if (kind === "installation" && event.action === "deleted") {
    await deleteInstallationEverywhere(base, installationId);
    return;
  }
  const check = checkIn(event, kind);
  if (!check) return;
  for (const org of await findOrgsOfInstallation(base, { installationId, sources }))
    await requestEventWork(base, org, { rescans: [], check });
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

const CHECKED_ACTIONS = new Set(["opened", "synchronize", "reopened", "ready_for_review"]);

/**
 * Returns the check that an event asks for. Only the number and the commit matter; the worker reads everything else from GitHub. An edited
 * pull request is checked if its base changed.
 */
function checkIn(event: Event, kind: string | undefined): EventWork["check"] {
  const { action = "", repository, pull_request: pullRequest, merge_group: group } = event;
  const platformId = repository?.node_id;
  if (platformId === undefined) return undefined;
  const isCheckedAction =
    CHECKED_ACTIONS.has(action) || (action === "edited" && event.changes?.base !== undefined);
  if (kind === "pull_request" && isCheckedAction) {
    const { number, head } = pullRequest ?? {};
    if (number === undefined || head?.sha === undefined) return undefined;
    return { platformId, request: { kind: "pull_request", number, headSha: head.sha } };
  }
  if (kind === "merge_group" && action === "checks_requested") {
    const { head_sha: headSha, base_sha: baseSha, base_ref: ref } = group ?? {};
    if (headSha === undefined || baseSha === undefined) return undefined;
    const baseBranch = ref?.slice(0, MAX_BRANCH).replace(/^refs\/heads\//, "");
    return { platformId, request: { kind: "merge_group", number: 0, headSha, baseSha, baseBranch } };
  }
  if ((kind === "check_run" || kind === "check_suite") && action === "rerequested") {
    const { head_sha: headSha, pull_requests: heads = [] } = event[kind] ?? {};
    if (headSha === undefined) return undefined;
    const pullRequests = heads.flatMap(({ number, head }) => (head?.sha === headSha ? (number ?? []) : []));
    return { platformId, request: { kind: "repetition", headSha, pullRequests } };
  }
  return undefined;
}

/** Longest name of a branch that is kept. */
const MAX_BRANCH = 500;

/** Returns the orgs of all workspaces that use an installation and that the event is about. */
async function findOrgsOfInstallation(
  base: UserContext,
  { installationId, sources }: { installationId: string; sources: readonly string[] },
): Promise<{ workspaceId: string; connectedOrgId: string }[]> {
  const holders = await asSystem(base.database, (tx) =>
    tx
      .selectDistinct({ workspaceId: credential.workspaceId })
      .from(credential)
      .where(eq(credential.installationId, installationId)),
  );
  const orgs = await Promise.all(
    holders.map(({ workspaceId }) =>
      inWorkspace({ ...base, workspaceId }, (tx) =>
        tx
          .select({
            workspaceId: connectedOrg.workspaceId,
            connectedOrgId: connectedOrg.id,
            url: connectedOrg.url,
          })
          .from(connectedOrg)
          .innerJoin(credential, eq(credential.id, connectedOrg.credentialId))
          .where(and(eq(credential.installationId, installationId), isNull(connectedOrg.deletedAt))),
      ),
    ),
  );
  return orgs.flat().filter(({ url }) => sources.includes(sourceOf(url)));
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
