import { inWorkspace } from "@knockon/db/in-workspace";
import { markRefused } from "../connected-org/credential.ts";
import { openOrg } from "../connected-org/open-org.ts";
import { findOrgRow, type OrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import {
  CredentialRefusedError,
  HostBusyError,
  HostRefusedError,
  HostUnreachableError,
} from "../ports/git-host.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { findBusyUntil, MAX_DELAY_SECONDS } from "../scan/defer.ts";
import { toStorableListing } from "../scan/storable-listing.ts";
import { upsertRepositories } from "../scan/upsert-repositories.ts";
import { requestKnownCheck } from "./request-check.ts";

type UnknownMessage = Extract<ScanMessage, { kind: "check-unknown" }>;

/**
 * Requests the check of a repository that was unknown when its event arrived. Stores the repository as its host lists it; the scan that
 * the event requested reads it. Until then, the check is neutral, so that a required check never hangs. Does nothing if the credential
 * cannot see the repository, because it could not report the check either.
 */
export async function checkUnknownRepository(ctx: Context, message: UnknownMessage): Promise<void> {
  const { workspaceId, connectedOrgId, platformId, head } = message;
  const found = await inWorkspace(ctx, async (tx) => {
    const org = await findOrgRow(tx, connectedOrgId);
    return org && { org, busyUntil: await findBusyUntil(ctx, tx, org) };
  });
  if (!found) return;
  const listed = found.busyUntil ?? (await findListed(ctx, found.org, platformId));
  if (!listed) return repeatUnknownCheck(ctx, message);
  if (listed instanceof Date) {
    const seconds = Math.ceil((listed.getTime() - ctx.now().getTime()) / 1000);
    await ctx.ports.queue.send([message], Math.min(Math.max(seconds, 1), MAX_DELAY_SECONDS));
    return;
  }
  if (listed.length === 0) {
    ctx.log.info("repository of a check not found", { connectedOrgId });
    return;
  }
  await inWorkspace(ctx, (tx) => upsertRepositories(tx, { workspaceId, connectedOrgId }, listed));
  await requestKnownCheck(ctx, { connectedOrgId, platformId, request: head });
}

/** With the delays below, a day of an unreachable host. */
const MAX_FAILURES = 100;
const FIRST_DELAY_SECONDS = 30;

/**
 * Sends a message again that failed. It is the only trace of its check, so that without it, a required check would hang until the next
 * push. Gives up after MAX_FAILURES.
 */
export async function repeatUnknownCheck(ctx: Context, message: UnknownMessage): Promise<void> {
  const failures = (message.failures ?? 0) + 1;
  if (failures > MAX_FAILURES) {
    ctx.log.error("check given up", { failures });
    return;
  }
  const seconds = Math.min(FIRST_DELAY_SECONDS * 2 ** (failures - 1), MAX_DELAY_SECONDS);
  await ctx.ports.queue.send([{ ...message, failures }], seconds);
}

/** Returns the time until which the host is busy instead, undefined if it is unreachable, and nothing if it refuses. */
async function findListed(ctx: Context, org: OrgRow, platformId: string) {
  try {
    const host = await openOrg(ctx, org);
    return toStorableListing(await host.findRepositories([platformId])).repositories;
  } catch (error) {
    if (error instanceof HostBusyError) return error.retryAt;
    if (error instanceof CredentialRefusedError) await markRefused(ctx, org);
    if (error instanceof HostUnreachableError) {
      ctx.log.info("host unreachable", { cause: describeFault(error) });
      return undefined;
    }
    if (error instanceof HostRefusedError) return [];
    throw error;
  }
}
