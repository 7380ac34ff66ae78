import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership, type PartialHistory } from "@knockon/db/schema/ownership.sql";
import { ownershipOf } from "@knockon/extract/history/ownership";
import { findPeople } from "@knockon/extract/history/people";
import type { Context } from "../context.ts";
import type { OwnershipReading } from "./read-ownership.ts";

type Owner = { workspaceId: string; repositoryId: string };

/** Keeps what a history came to; where it could not be read, what was known stays, with the reason. */
export async function storeOwnership(
  ctx: Context,
  tx: Transaction,
  { workspaceId, repositoryId }: Owner,
  reading: OwnershipReading,
): Promise<void> {
  const values = {
    triedCommitSha: reading.commitSha,
    ...("error" in reading ? { error: reading.error } : known(ctx, reading)),
  };
  await tx
    .insert(ownership)
    .values({ workspaceId, repositoryId, ...values })
    .onConflictDoUpdate({ target: ownership.repositoryId, set: values });
}

function known(
  ctx: Context,
  { commitSha, historyKey, credits, teams }: Exclude<OwnershipReading, { error: string }>,
) {
  const { busFactor, topAuthor, contributors } = ownershipOf(findPeople(credits));
  return {
    commitSha,
    historyKey,
    credits,
    teams,
    busFactor,
    topAuthorName: topAuthor?.name ?? null,
    topAuthorShare: topAuthor?.share ?? 0,
    humanAuthorCount: contributors.length,
    computedAt: ctx.now(),
    error: null,
    partial: null,
  };
}

/** Keeps what was read of a history that is to be gone on with. */
export async function savePartial(
  ctx: Context,
  repositoryId: string,
  partial: PartialHistory,
): Promise<void> {
  const { workspaceId } = ctx;
  // Not tried yet: the repository is read again until it is.
  await inWorkspace(ctx, (tx) =>
    tx
      .insert(ownership)
      .values({ workspaceId, repositoryId, triedCommitSha: "", partial })
      .onConflictDoUpdate({ target: ownership.repositoryId, set: { partial } }),
  );
}
