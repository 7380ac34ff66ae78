import { createApiKey } from "@knockon/core/api-key/api-keys";
import { createConnectedOrg } from "@knockon/core/connected-org/create-connected-org";
import { listConnectedOrgs } from "@knockon/core/connected-org/read-connected-orgs";
import { triggerScan } from "@knockon/core/scan/start-scan";
import { openLocalWorkspace } from "@knockon/core/workspace/create-workspace";
import type { SharedContext } from "@knockon/api/serve-route";
import { setTimeout as sleep } from "node:timers/promises";
import { progressBar } from "@knockon/cli/output/progress-bar";
import { getScan } from "@knockon/core/scan/read-scans";
import { hasGraph } from "@knockon/core/graph/load-graph";
import { inWorkspace } from "@knockon/db/in-workspace";
import { isInFlight } from "@knockon/core/scan/scan-row";
import { listArtifacts } from "@knockon/core/artifact/artifacts";
import type { Context } from "@knockon/core/context";
import { findMostDependedOn } from "@knockon/core/repository/read-repositories";

/** Opens the workspace of this machine, with a context for the start itself. */
export async function openWorkspace(shared: SharedContext): Promise<Context> {
  const { id: workspaceId } = await openLocalWorkspace(shared.database);
  return { ...shared, actor: { type: "system" }, requestId: "start", workspaceId };
}

/** Creates the first API key of the workspace and returns its plaintext; undefined if the workspace has a key. */
export async function findFirstKey(ctx: Context): Promise<string | undefined> {
  const { hasKey } = await openLocalWorkspace(ctx.database);
  return hasKey ? undefined : (await createApiKey(ctx, { name: "First key" })).key;
}

/** Returns the connected org of a folder and creates it if needed. Throws HostRefusedError. */
export async function openOrg(ctx: Context, name: string, url: string) {
  const { platformId } = await ctx.ports.openGitHost({ platform: "local", url, credential: null }).identify();
  const { body } = await listConnectedOrgs(ctx, { limit: 500, offset: 0 });
  const known = body.find((org) => org.platform === "local" && org.platformId === platformId);
  return known ?? (await createConnectedOrg(ctx, { name, platform: "local", url }));
}

/**
 * Returns the scan to watch: one that an earlier run left in flight, or a new one if the workspace has no graph, as at the
 * first start and after an upgrade that cannot read the stored one. Undefined if there is nothing to wait for.
 */
export async function findScanToWatch(
  ctx: Context,
  { id, lastScan }: Awaited<ReturnType<typeof openOrg>>,
): Promise<string | undefined> {
  if (lastScan && isInFlight(lastScan.status)) return lastScan.id;
  if (lastScan && (await inWorkspace(ctx, (tx) => hasGraph(ctx, tx)))) return undefined;
  return (await triggerScan(ctx, { connectedOrgId: id, scanType: "incremental" })).id;
}

const POLL_MS = 150;
/** Failed repositories to print; the API returns all. */
const NAMED_FAILURES = 10;

type Scan = Awaited<ReturnType<typeof getScan>>;

/** Shows the progress of a scan until it ends or `signal` aborts. */
export async function watchScan(ctx: Context, scanId: string, signal: AbortSignal): Promise<Scan> {
  const bar = progressBar();
  try {
    for (;;) {
      const scan = await getScan(ctx, { scanId });
      if (!isInFlight(scan.status) || signal.aborted) return scan;
      bar.update(scan.scannedRepos + scan.skippedRepos + scan.failedRepos, scan.totalRepos, "repositories");
      await sleep(POLL_MS);
    }
  } finally {
    bar.end();
  }
}

/** Describes how a scan ended and which repositories failed, one line each. */
export function describeScan({ status, scannedRepos, skippedRepos, failedRepos, errors }: Scan): string[] {
  const counts = `${scannedRepos} repositories read, ${skippedRepos} skipped, ${failedRepos} failed`;
  return [
    `Scan ${status}: ${counts}.`,
    ...(errors?.orgErrors ?? []).map(({ message }) => `  ${message}`),
    ...(errors?.repoErrors ?? [])
      .slice(0, NAMED_FAILURES)
      .map(({ fullPath, message }) => `  ${fullPath}: ${message}`),
  ];
}

/** Returns up to three requests to try, about the org's most depended-on repository and an artifact that is often used. */
export async function exampleQuestions(
  ctx: Context,
  connectedOrgId: string,
  baseUrl: string,
  key: string,
): Promise<string[]> {
  const top = await findMostDependedOn(ctx, { connectedOrgId });
  if (!top) return ["None of these repositories depends on another."];
  const curl = (comment: string, path: string): string =>
    `# ${comment}\ncurl -s -H "X-API-Key: ${key}" "${baseUrl}/api/v1${path}"`;
  const questions = [
    curl(
      `Which repositories get a change of ${top.fullPath}, when, and why?`,
      `/repositories/${top.id}/impact`,
    ),
  ];
  const { body: artifacts } = await listArtifacts(ctx, { connectedOrgId, limit: 500, offset: 0 });
  const used = artifacts
    .filter((one) => one.isFirstParty && one.dependentCount > 0)
    .toSorted((a, b) => b.dependentCount - a.dependentCount);
  const artifact = used.find((one) => one.sourceRepositoryId !== top.id) ?? used[0];
  if (!artifact) return questions;
  return [
    ...questions,
    curl(
      `Which repositories get a change of ${artifact.name}, when, and why?`,
      `/impact?artifact_id=${artifact.id}`,
    ),
    curl(
      `Which repositories consume ${artifact.name}, and at which version?`,
      `/artifacts/${artifact.id}/consumers`,
    ),
  ];
}
