import { inWorkspace } from "@knockon/db/in-workspace";
import { prepared } from "@knockon/db/database";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, eq, exists, isNull, lt, or, sql } from "drizzle-orm";
import { credentialColumns, type CredentialRow } from "../connected-org/credential.ts";
import type { OrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";
import type { RepositoryRow } from "../repository/repository-row.ts";
import { isRunning } from "./count.ts";
import { busyUntilOf, deferScan } from "./defer.ts";
import type { ScanRow } from "./scan-row.ts";

export type RepositoryMessage = Extract<ScanMessage, { kind: "scan-repository" }>;

/** A worker extends its lease while it works. One that did not for this long is considered dead. */
export const LEASE_MS = 60 * 1000;
const EXTEND_MS = LEASE_MS / 3;

export interface Lease {
  repository: RepositoryRow;
  org: OrgRow;
  /** The org's credential, read in the same transaction to save one per repository. */
  credential: CredentialRow | null;
  scanType: ScanRow["scanType"];
  /** 1 for the first attempt. */
  attempt: number;
  commitSha: string;
}

/**
 * Leases a pending repository to this worker. Returns `busyUntil` instead while the host's quota is used up, and undefined when the
 * scan is not running, the repository is already counted, or another message holds its lease. A message that is delivered again takes
 * over its own lease: its former worker failed or died, and may have been unable to say so.
 *
 * The attempt is committed before the work begins, so that an attempt that crashes its process is counted. The commit does not wait
 * for the disk: after a power failure an attempt may be missing.
 */
export function takeLease(
  ctx: Context,
  message: RepositoryMessage,
): Promise<Lease | { busyUntil: Date } | undefined> {
  const { scanId, repositoryId } = message;
  return inWorkspace(
    ctx,
    async (tx) => {
      const [found] = await findWork(tx, { scanId, repositoryId });
      if (!found) return undefined;
      const now = ctx.now();
      const isFree = or(
        isNull(scanRepository.leaseUntil),
        lt(scanRepository.leaseUntil, now),
        eq(scanRepository.leasedBy, ctx.requestId),
      );
      const isAvailable = and(isPending(message), isFree, exists(isRunning(tx, scanId)));
      const busyUntil = busyUntilOf(ctx, found.credential);
      if (busyUntil) return (await tx.$count(scanRepository, isAvailable)) > 0 ? { busyUntil } : undefined;
      const [row] = await tx
        .update(scanRepository)
        .set({
          attempt: sql`${scanRepository.attempt} + 1`,
          leaseUntil: new Date(now.getTime() + LEASE_MS),
          leasedBy: ctx.requestId,
          notBefore: null,
        })
        .where(isAvailable)
        .returning({ attempt: scanRepository.attempt, commitSha: scanRepository.commitSha });
      return row?.commitSha ? { ...found, attempt: row.attempt, commitSha: row.commitSha } : undefined;
    },
    { flush: false },
  );
}

const findWork = prepared("work of a message", (tx) =>
  tx
    .select({ repository, org: connectedOrg, credential: credentialColumns, scanType: scan.scanType })
    .from(repository)
    .innerJoin(connectedOrg, eq(connectedOrg.id, repository.connectedOrgId))
    .leftJoin(credential, eq(credential.id, connectedOrg.credentialId))
    .innerJoin(scan, eq(scan.id, sql.placeholder("scanId")))
    .where(eq(repository.id, sql.placeholder("repositoryId"))),
);

/** Extends a lease while the work is in progress, unless another worker has leased the repository since. */
export async function holdingLease<T>(
  ctx: Context,
  message: RepositoryMessage,
  { attempt }: Lease,
  work: () => Promise<T>,
): Promise<T> {
  const extend = () =>
    inWorkspace(
      ctx,
      (tx) =>
        tx
          .update(scanRepository)
          .set({ leaseUntil: new Date(ctx.now().getTime() + LEASE_MS) })
          .where(and(isPending(message), eq(scanRepository.attempt, attempt))),
      { flush: false },
    );
  // The next extension, or another worker after the lease, makes up for a failed one.
  const timer = setInterval(() => void extend().catch(() => {}), EXTEND_MS).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Defers a repository until its host has quota again. With a lease, releases it and does not count its attempt. */
export const deferRepository = (
  ctx: Context,
  message: RepositoryMessage,
  notBefore: Date,
  lease?: Lease,
): Promise<void> =>
  deferScan(ctx, message, notBefore, (tx) => {
    const isOwn = lease && eq(scanRepository.attempt, lease.attempt);
    return tx
      .update(scanRepository)
      .set({ notBefore, leaseUntil: null, ...(lease && { attempt: lease.attempt - 1 }) })
      .where(and(isPending(message), isOwn, exists(isRunning(tx, message.scanId))));
  });

export const isPending = ({ scanId, repositoryId }: Pick<RepositoryMessage, "scanId" | "repositoryId">) =>
  and(
    eq(scanRepository.scanId, scanId),
    eq(scanRepository.repositoryId, repositoryId),
    eq(scanRepository.status, "pending"),
  );
