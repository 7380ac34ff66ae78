import type { Check } from "@knockon/contract/resources/check";
import type { CheckConclusion, CheckStatus } from "@knockon/contract/vocabulary/check";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { credentialColumns, type CredentialRow } from "../connected-org/credential.ts";
import type { OrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import type { RepositoryRow } from "../repository/repository-row.ts";
import { busyUntilOf, MAX_DELAY_SECONDS } from "../scan/defer.ts";
import { type CheckRow, NOT_SCANNED, sendChecks } from "./request-check.ts";

/** Longer than any check takes. A worker that holds a lease for longer is considered dead. */
const LEASE_MS = 5 * 60_000;

export interface CheckLease {
  check: CheckRow;
  repository: RepositoryRow;
  org: OrgRow;
  credential: CredentialRow | null;
  workspace: Pick<typeof workspace.$inferSelect, "slug" | "namingRule" | "mentionsOwners">;
  /** Identifies the lease. */
  until: Date;
}

/**
 * Leases a pending check to this worker. Returns `busyUntil` instead while the host accepts no requests, and undefined if the check has
 * ended, another message holds its lease, or its org is deleted. A message that is delivered again takes over its own lease: its former
 * worker failed or died, and may have been unable to say so. The attempt is committed before the work begins, so that an attempt that
 * crashes its process is counted.
 */
export function takeCheckLease(
  ctx: Context,
  checkId: string,
): Promise<CheckLease | { busyUntil: Date } | undefined> {
  return inWorkspace(ctx, async (tx) => {
    const [found] = await tx
      .select({
        check: changeCheck,
        repository,
        org: connectedOrg,
        credential: credentialColumns,
        workspace: {
          slug: workspace.slug,
          namingRule: workspace.namingRule,
          mentionsOwners: workspace.mentionsOwners,
        },
      })
      .from(changeCheck)
      .innerJoin(repository, eq(repository.id, changeCheck.repositoryId))
      .innerJoin(connectedOrg, eq(connectedOrg.id, changeCheck.connectedOrgId))
      .innerJoin(workspace, eq(workspace.id, changeCheck.workspaceId))
      .leftJoin(credential, eq(credential.id, connectedOrg.credentialId))
      .where(
        and(eq(changeCheck.id, checkId), eq(changeCheck.status, "pending"), isNull(connectedOrg.deletedAt)),
      );
    if (!found) return undefined;
    const now = ctx.now();
    const busyUntil = busyUntilOf(ctx, found.check) ?? busyUntilOf(ctx, found.credential);
    if (busyUntil) return { busyUntil };
    const until = new Date(now.getTime() + LEASE_MS);
    const [check] = await tx
      .update(changeCheck)
      .set({
        attempt: sql`${changeCheck.attempt} + 1`,
        leaseUntil: until,
        leasedBy: ctx.requestId,
        notBefore: null,
      })
      .where(
        and(
          eq(changeCheck.id, checkId),
          eq(changeCheck.status, "pending"),
          or(
            isNull(changeCheck.leaseUntil),
            lt(changeCheck.leaseUntil, now),
            eq(changeCheck.leasedBy, ctx.requestId),
          ),
        ),
      )
      .returning();
    return check && { ...found, check, until };
  });
}

const isHeld = ({ check, until }: CheckLease) =>
  and(eq(changeCheck.id, check.id), eq(changeCheck.leaseUntil, until));

/** Ends this lease. Does nothing if another worker has leased the check since. */
export async function releaseCheck(ctx: Context, lease: CheckLease): Promise<void> {
  await inWorkspace(ctx, (tx) => tx.update(changeCheck).set({ leaseUntil: null }).where(isHeld(lease)));
}

/**
 * Defers a check until its host has quota again, together with everything else that uses the credential. With a lease, releases it and
 * does not count its attempt.
 */
export async function deferCheck(
  ctx: Context,
  checkId: string,
  { notBefore, lease, isHostBusy }: { notBefore: Date; lease?: CheckLease; isHostBusy: boolean },
): Promise<void> {
  await inWorkspace(ctx, async (tx) => {
    if (lease)
      await tx
        .update(changeCheck)
        .set({ notBefore, leaseUntil: null, attempt: sql`greatest(${changeCheck.attempt} - 1, 0)` })
        .where(isHeld(lease));
    const credentialId = lease?.credential?.id;
    if (isHostBusy && credentialId !== undefined)
      await tx
        .update(credential)
        .set({ notBefore })
        .where(
          and(
            eq(credential.id, credentialId),
            or(isNull(credential.notBefore), lt(credential.notBefore, notBefore)),
          ),
        );
  });
  const seconds = Math.ceil((notBefore.getTime() - ctx.now().getTime()) / 1000);
  await sendChecks(ctx, [checkId], Math.min(Math.max(seconds, 1), MAX_DELAY_SECONDS));
}

/** How a check ended, and the fields of its pull request. */
export interface CheckEnd {
  status: Exclude<CheckStatus, "pending">;
  conclusion: CheckConclusion;
  reason: string | null;
  result: Check | null;
  about: Partial<Pick<CheckRow, "title" | "url" | "author" | "baseBranch" | "baseSha">>;
}

/**
 * Stores the end of a check and releases its lease. If the check was requested again in the meantime, or its repository was scanned while
 * the check waited for that, enqueues it again instead.
 */
export async function endCheck(ctx: Context, lease: CheckLease, { about, ...end }: CheckEnd): Promise<void> {
  const { requestNumber, enqueuedAt } = lease.check;
  const isLastRequest = and(
    eq(changeCheck.requestNumber, requestNumber),
    enqueuedAt === null ? isNull(changeCheck.enqueuedAt) : eq(changeCheck.enqueuedAt, enqueuedAt),
  );
  const isStale = await inWorkspace(ctx, async (tx) => {
    const isTrue = end.reason !== NOT_SCANNED || !(await isScanned(tx, lease.repository.id));
    const ended = await tx
      .update(changeCheck)
      .set({ ...about, ...end, leaseUntil: null, completedAt: ctx.now() })
      .where(and(isHeld(lease), isLastRequest, isTrue ? undefined : sql`false`))
      .returning({ id: changeCheck.id });
    if (ended.length > 0) return false;
    const released = await tx
      .update(changeCheck)
      .set({ leaseUntil: null, enqueuedAt: ctx.now() })
      .where(isHeld(lease))
      .returning({ id: changeCheck.id });
    return released.length > 0;
  });
  if (isStale) await sendChecks(ctx, [lease.check.id]);
}

/** Waits for a scan that is publishing the repository. The end of that scan then sees what this transaction stores. */
async function isScanned(tx: Transaction, repositoryId: string): Promise<boolean> {
  const [row] = await tx
    .select({ snapshotId: repository.snapshotId })
    .from(repository)
    .where(eq(repository.id, repositoryId))
    .for("share");
  return row !== undefined && row.snapshotId !== null;
}
