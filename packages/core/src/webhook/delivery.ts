import { inWorkspace } from "@knockon/db/in-workspace";
import { type CheckRequest, requestCheck } from "../check/request-check.ts";
import { type UserContext, withFields } from "../context.ts";
import { includesFeature } from "../plan/require-plan.ts";
import { requestRescan } from "../scan/rescan.ts";

/** A webhook request. The signature covers the raw body. */
export interface Delivery {
  header: (name: string) => string | undefined;
  body: Uint8Array;
}

/** Returns undefined for invalid JSON. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Returns whether scans read a ref: the default branch and tags. */
export const isScanned = (ref: string | undefined, defaultBranch: string | undefined): boolean =>
  ref !== undefined && (ref.startsWith("refs/tags/") || ref === `refs/heads/${defaultBranch}`);

/** What an event asks for. Both may be empty. */
export interface EventWork {
  /** The platform IDs of the repositories to scan. */
  rescans: readonly string[];
  check: { platformId: string; request: CheckRequest } | undefined;
}

/**
 * Requests the scans and the check of an event if the plan includes continuous scans. Redelivered events are not detected: their work finds
 * and writes nothing new. The check of a repository that is not scanned yet also requests its scan.
 */
export async function requestEventWork(
  base: UserContext,
  { workspaceId, connectedOrgId }: { workspaceId: string; connectedOrgId: string },
  { rescans, check }: EventWork,
): Promise<void> {
  const ctx = { ...base, workspaceId, log: withFields(base.log, { workspaceId, connectedOrgId }) };
  const isIncluded = await inWorkspace(ctx, (tx) => includesFeature(ctx, tx, "continuous_scans"));
  ctx.log.info("webhook accepted", {
    requested: rescans.length,
    ...(check && { check: check.request.kind }),
    isIncluded,
  });
  if (!isIncluded) return;
  const isUnscanned = check && (await requestCheck(ctx, { ...check, connectedOrgId })) !== "scanned";
  const platformIds = isUnscanned ? [...rescans, check.platformId] : rescans;
  if (platformIds.length > 0) await requestRescan(ctx, { connectedOrgId, platformIds });
}

/** GitLab's maximum nesting of groups. */
const MAX_DEPTH = 20;

/** Returns an org's URL in the form that events are matched by: `github.com/acme`. */
export const sourceOf = (url: string): string => partsOf(url).join("/");

/** Returns the orgs that a repository can belong to: `host/acme` and `host/acme/team` for `https://host/acme/team/app`. */
export function sourcesAbove(url: string): string[] {
  const [host, ...path] = partsOf(url);
  const above = path.slice(0, -1).slice(0, MAX_DEPTH);
  return above.map((_, index) => [host, ...above.slice(0, index + 1)].join("/"));
}

/** Ignores case and the scheme. Returns nothing for an invalid URL. */
function partsOf(url: string): string[] {
  const { host = "", pathname = "" } = URL.parse(url) ?? {};
  return [host, ...pathname.split("/")].filter(Boolean).map((part) => part.toLowerCase());
}
