import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { prepared } from "@knockon/db/prepared";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, eq, exists, isNull, lt, or, sql } from "drizzle-orm";
import { credentialColumns, type CredentialRow } from "../connected-org/credential/credential-row.ts";
import type { OrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";
import type { RepositoryRow } from "../repository/repository-row.ts";
import { isRunning } from "./count.ts";
import { restOf } from "./defer.ts";
import type { ScanRow } from "./scan-row.ts";

export type RepositoryMessage = Extract<ScanMessage, { kind: "scan-repository" }>;

/** Longer than any repository takes; a worker that is silent for this long is dead. */
export const LEASE_MS = 10 * 60 * 1000;

export interface Lease {
  repository: RepositoryRow;
  org: OrgRow;
  /** Of the org; read here, so that it costs no transaction of its own for each repository. */
  credential: CredentialRow | null;
  scanType: ScanRow["scanType"];
  attempt: number;
  commitSha: string;
}

/**
 * Takes a repository for this worker alone. The attempt is committed before the work begins, so that work which kills
 * its process is counted too; one that the machine's power takes with it is not. `restUntil` instead while its host wants to be left alone; undefined when there is
 * nothing to do, or somebody else does it.
 */
export function takeLease(
  ctx: Context,
  message: RepositoryMessage,
): Promise<Lease | { restUntil: Date } | undefined> {
  const take = async (tx: Transaction) => {
    const [found] = await findWork(tx, { scanId: message.scanId, repositoryId: message.repositoryId });
    if (!found) return undefined;
    const now = ctx.now();
    const isFree = or(isNull(scanRepository.leaseUntil), lt(scanRepository.leaseUntil, now));
    const isToDo = and(isPending(message), isFree, exists(isRunning(tx, message.scanId)));
    const restUntil = restOf(ctx, found.credential);
    if (restUntil) return (await tx.$count(scanRepository, isToDo)) > 0 ? { restUntil } : undefined;
    const [row] = await tx
      .update(scanRepository)
      .set({
        attempt: sql`${scanRepository.attempt} + 1`,
        leaseUntil: new Date(now.getTime() + LEASE_MS),
        notBefore: null,
      })
      .where(isToDo)
      .returning({ attempt: scanRepository.attempt, commitSha: scanRepository.commitSha });
    return row?.commitSha ? { ...found, attempt: row.attempt, commitSha: row.commitSha } : undefined;
  };
  return inWorkspace(ctx, take, { flush: false });
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

/** Gives back its own lease only: another worker may have taken over since. */
export async function releaseLease(
  ctx: Context,
  message: RepositoryMessage,
  { attempt }: Lease,
): Promise<void> {
  await inWorkspace(ctx, (tx) =>
    tx
      .update(scanRepository)
      .set({ leaseUntil: null })
      .where(
        and(isPending(message), eq(scanRepository.attempt, attempt), exists(isRunning(tx, message.scanId))),
      ),
  );
}

/** Notes that the repository waits for its host; a lease that the host's rate limit ended was no attempt. */
export async function putOff(
  tx: Transaction,
  message: RepositoryMessage,
  notBefore: Date,
  lease?: Lease,
): Promise<void> {
  const isOwn = lease && eq(scanRepository.attempt, lease.attempt);
  await tx
    .update(scanRepository)
    .set({ notBefore, leaseUntil: null, ...(lease && { attempt: lease.attempt - 1 }) })
    .where(and(isPending(message), isOwn, exists(isRunning(tx, message.scanId))));
}

export const isPending = ({ scanId, repositoryId }: Pick<RepositoryMessage, "scanId" | "repositoryId">) =>
  and(
    eq(scanRepository.scanId, scanId),
    eq(scanRepository.repositoryId, repositoryId),
    eq(scanRepository.status, "pending"),
  );
