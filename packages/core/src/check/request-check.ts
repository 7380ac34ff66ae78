import { randomUUID } from "node:crypto";
import type { ChangeKind } from "@knockon/contract/vocabulary/check";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isPresent } from "../repository/repository-row.ts";

export type CheckRow = typeof changeCheck.$inferSelect;

/** The head commit of a pull request or merge group. */
export interface ChangeHead {
  kind: ChangeKind;
  /** 0 for a merge group. */
  number: number;
  headSha: string;
  /** Known for a merge group, which cannot be looked up. */
  baseSha?: string | undefined;
  baseBranch?: string | undefined;
}

/** What an event asks for: the check of a head, or a repetition of all checks of a commit. */
export type CheckRequest = ChangeHead | { kind: "repetition"; headSha: string };

/**
 * Requests checks of a repository's change. Repeated requests are harmless. Returns false if the repository is unknown, because a check
 * needs its row.
 */
export async function requestCheck(
  ctx: Context,
  input: { connectedOrgId: string; platformId: string; request: CheckRequest },
): Promise<boolean> {
  const { connectedOrgId, platformId, request } = input;
  const checkIds = await inWorkspace(ctx, async (tx) => {
    const isWanted = and(
      eq(repository.connectedOrgId, connectedOrgId),
      eq(repository.platformId, platformId),
      isPresent,
    );
    const [found] = await tx.select({ id: repository.id }).from(repository).where(isWanted);
    if (!found) return undefined;
    const { kind, headSha } = request;
    return kind === "repetition"
      ? requestAgain(ctx, tx, and(eq(changeCheck.repositoryId, found.id), eq(changeCheck.headSha, headSha)))
      : upsertCheck(ctx, tx, { connectedOrgId, repositoryId: found.id }, request);
  });
  if (checkIds) await sendChecks(ctx, checkIds);
  return checkIds !== undefined;
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
