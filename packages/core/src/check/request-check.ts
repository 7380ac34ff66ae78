import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, eq, exists, isNotNull, sql, type SQL } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { ChangeHead } from "../ports/change-host.ts";
import { isPresent } from "../repository/repository-row.ts";

export type CheckRow = typeof changeCheck.$inferSelect;

/**
 * What an event asks for: the check of a head, or a repetition of all checks of a commit. If a commit has none, because they are no longer
 * kept or their organization was connected again, its pull requests are checked.
 */
export type CheckRequest =
  | ChangeHead
  | { kind: "repetition"; headSha: string; pullRequests: readonly number[] };

/** Reason of a check that waits for the first scan of its repository, for users. */
export const NOT_SCANNED = "This repository is not scanned yet. The check is repeated after its scan.";

/** How well a repository is known. A check needs its row, which an unknown one lacks. */
type Familiarity = "scanned" | "not scanned" | "unknown";

/** Requests checks of a repository's change. Repeated requests are harmless. An unknown repository is looked up by a worker. */
export async function requestCheck(
  ctx: Context,
  input: { connectedOrgId: string; platformId: string; request: CheckRequest },
): Promise<Familiarity> {
  const familiarity = await requestKnownCheck(ctx, input);
  const { request, ...about } = input;
  const { workspaceId } = ctx;
  const heads = request.kind === "repetition" ? headsOf(request) : [request];
  if (familiarity === "unknown" && heads.length > 0)
    await ctx.ports.queue.send(heads.map((head) => ({ kind: "check-unknown", workspaceId, ...about, head })));
  return familiarity;
}

/** Like `requestCheck`, but does nothing for an unknown repository. */
export async function requestKnownCheck(
  ctx: Context,
  input: { connectedOrgId: string; platformId: string; request: CheckRequest },
): Promise<Familiarity> {
  const { connectedOrgId, platformId, request } = input;
  const found = await inWorkspace(ctx, async (tx) => {
    const isWanted = and(
      eq(repository.connectedOrgId, connectedOrgId),
      eq(repository.platformId, platformId),
      isPresent,
    );
    const columns = { id: repository.id, snapshotId: repository.snapshotId };
    const [row] = await tx.select(columns).from(repository).where(isWanted);
    if (!row) return undefined;
    const owner = { connectedOrgId, repositoryId: row.id };
    const isScanned = row.snapshotId !== null;
    if (request.kind !== "repetition")
      return { checkIds: await upsertCheck(ctx, tx, owner, request), isScanned };
    const ofCommit = and(eq(changeCheck.repositoryId, row.id), eq(changeCheck.headSha, request.headSha));
    const checkIds = await requestAgain(ctx, tx, ofCommit);
    if (checkIds.length === 0)
      for (const head of headsOf(request)) checkIds.push(...(await upsertCheck(ctx, tx, owner, head)));
    return { checkIds, isScanned };
  });
  if (!found) return "unknown";
  await sendChecks(ctx, found.checkIds);
  return found.isScanned ? "scanned" : "not scanned";
}

const headsOf = ({ headSha, pullRequests }: Extract<CheckRequest, { kind: "repetition" }>): ChangeHead[] =>
  pullRequests.map((number) => ({ kind: "pull_request", number, headSha }));

/**
 * Requests the checks of an org again that waited for the first scan of their repository. Returns their IDs, to be sent after the commit.
 */
export async function requestWaitingChecks(
  ctx: Context,
  tx: Transaction,
  connectedOrgId: string,
): Promise<string[]> {
  const scanned = tx
    .select({ id: repository.id })
    .from(repository)
    .where(and(eq(repository.id, changeCheck.repositoryId), isNotNull(repository.snapshotId)));
  const rows = await tx
    .update(changeCheck)
    .set(pending(ctx))
    .where(
      and(
        eq(changeCheck.connectedOrgId, connectedOrgId),
        eq(changeCheck.status, "failed"),
        eq(changeCheck.reason, NOT_SCANNED),
        exists(scanned),
      ),
    )
    .returning({ id: changeCheck.id });
  return rows.map(({ id }) => id);
}

export async function sendChecks(
  ctx: Context,
  checkIds: readonly string[],
  delaySeconds?: number,
): Promise<void> {
  if (checkIds.length === 0) return;
  const { workspaceId } = ctx;
  await ctx.ports.queue.send(
    checkIds.map((checkId) => ({ kind: "check-change", workspaceId, checkId })),
    delaySeconds,
  );
}

type Owner = Pick<CheckRow, "connectedOrgId" | "repositoryId">;

/** Inserts the check of a head, or requests it again if it fulfills `where`. Returns its ID, or nothing. */
async function upsertCheck(
  ctx: Context,
  tx: Transaction,
  owner: Owner,
  head: ChangeHead,
  where?: SQL,
): Promise<string[]> {
  const rows = await tx
    .insert(changeCheck)
    .values(newCheck(ctx, owner, head))
    .onConflictDoUpdate({ target: HEAD, set: pending(ctx), ...(where && { setWhere: where }) })
    .returning({ id: changeCheck.id });
  return rows.map(({ id }) => id);
}

/**
 * Inserts the check of a pull request's current head, or requests it again if it was superseded, as after a force push back to a former
 * commit. Returns its ID, or nothing if it is pending or ended.
 */
export const insertMissingCheck = (
  ctx: Context,
  tx: Transaction,
  owner: Owner,
  head: ChangeHead,
): Promise<string[]> => upsertCheck(ctx, tx, owner, head, eq(changeCheck.status, "superseded"));

/** Repeats existing checks, because a person asked for it. Their hosts get new reports, even if nothing changes. */
export async function requestAgain(ctx: Context, tx: Transaction, where: SQL | undefined): Promise<string[]> {
  const rows = await tx
    .update(changeCheck)
    .set({ ...pending(ctx), requestNumber: sql`${changeCheck.requestNumber} + 1` })
    .where(where)
    .returning({ id: changeCheck.id });
  return rows.map(({ id }) => id);
}

const HEAD = [changeCheck.repositoryId, changeCheck.kind, changeCheck.number, changeCheck.headSha];

const newCheck = (
  { workspaceId, now }: Context,
  { connectedOrgId, repositoryId }: Owner,
  { kind, number, headSha, baseSha, baseBranch }: ChangeHead,
) => ({
  connectedOrgId,
  repositoryId,
  id: randomUUID(),
  workspaceId,
  kind,
  number,
  headSha,
  baseSha,
  baseBranch,
  enqueuedAt: now(),
  createdAt: now(),
});

/**
 * The lease stays: its holder may still be working. It notices the later time of the request, and the check is repeated. The time always
 * increases, even if clocks differ.
 */
const pending = ({ now }: Context) => ({
  status: "pending" as const,
  conclusion: null,
  reason: null,
  result: null,
  completedAt: null,
  attempt: 0,
  notBefore: null,
  enqueuedAt: sql`greatest(${changeCheck.enqueuedAt} + interval '1 millisecond', ${now().toISOString()}::timestamptz)`,
});
