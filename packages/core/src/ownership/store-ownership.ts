import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership, type PartialHistory } from "@knockon/db/schema/ownership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { type OrgError, scanRepository } from "@knockon/db/schema/scan.sql";
import type { PersonCorrections } from "@knockon/extract/history/people";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { loadCorrections } from "./person-corrections.ts";
import type { OwnershipReading } from "./read-ownership.ts";
import { summaryColumns } from "./summary-columns.ts";

type Owner = { workspaceId: string; repositoryId: string };

/** Stores the result of reading a history. After a failure, stores the reason and keeps the previous result. */
export async function storeOwnership(
  ctx: Context,
  tx: Transaction,
  { workspaceId, repositoryId }: Owner,
  reading: OwnershipReading,
): Promise<void> {
  const values = {
    triedCommitSha: reading.commitSha,
    ...("error" in reading ? { error: reading.error } : resultOf(ctx, reading, await loadCorrections(tx))),
  };
  await tx
    .insert(ownership)
    .values({ workspaceId, repositoryId, ...values })
    .onConflictDoUpdate({
      target: ownership.repositoryId,
      set: {
        ...values,
        // The name is found again when the scan is published. Until then, the same author keeps it.
        ...("topAuthorName" in values && {
          topAuthorKnownAs: sql`case when ${ownership.topAuthorName} = ${values.topAuthorName} then ${ownership.topAuthorKnownAs} end`,
        }),
      },
    });
}

function resultOf(
  ctx: Context,
  { commitSha, historyKey, credits, teams }: Exclude<OwnershipReading, { error: string }>,
  corrections: PersonCorrections,
) {
  return {
    commitSha,
    historyKey,
    credits,
    teams,
    ...summaryColumns(credits, corrections),
    computedAt: ctx.now(),
    error: null,
    partial: null,
  };
}

/** Stores a partly read history, which the next attempt continues. */
export async function savePartial(
  ctx: Context,
  repositoryId: string,
  partial: PartialHistory,
): Promise<void> {
  const { workspaceId } = ctx;
  // An empty `triedCommitSha` makes scans read the repository again.
  await inWorkspace(ctx, (tx) =>
    tx
      .insert(ownership)
      .values({ workspaceId, repositoryId, triedCommitSha: "", partial })
      .onConflictDoUpdate({ target: ownership.repositoryId, set: { partial } }),
  );
}

/** Further repositories are only counted. */
const MAX_NAMED = 20;

/** Returns one org error that lists the histories a scan could not read, or none. */
export async function findHistoryErrors(ctx: Context, tx: Transaction, scanId: string): Promise<OrgError[]> {
  if (ctx.settings.ownership === "off") return [];
  const failures = await tx
    .select({ fullPath: repository.fullPath, error: ownership.error })
    .from(scanRepository)
    .innerJoin(ownership, eq(ownership.repositoryId, scanRepository.repositoryId))
    .innerJoin(repository, eq(repository.id, scanRepository.repositoryId))
    .where(
      and(
        eq(scanRepository.scanId, scanId),
        eq(scanRepository.commitSha, ownership.triedCommitSha),
        isNotNull(ownership.error),
      ),
    )
    .orderBy(asc(repository.fullPath), asc(repository.id));
  if (failures.length === 0) return [];
  const named = failures.slice(0, MAX_NAMED).map(({ fullPath, error }) => `${fullPath}: ${error}`);
  const more = failures.length > MAX_NAMED ? [`${failures.length - MAX_NAMED} more`] : [];
  const message = `Histories that could not be read: ${[...named, ...more].join("; ")}`;
  return [{ code: "ownership_unreadable", message }];
}
