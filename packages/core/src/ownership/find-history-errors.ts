import type { Transaction } from "@knockon/db/database";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scanRepository, type OrgError } from "@knockon/db/schema/scan.sql";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { Context } from "../context.ts";

/** So many are named; the others are counted. */
const NAMED = 20;

/** What a scan tells of the histories that it could not read: one error of the org, and no repository's. */
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
  const named = failures.slice(0, NAMED).map(({ fullPath, error }) => `${fullPath}: ${error}`);
  const more = failures.length > NAMED ? [`${failures.length - NAMED} more`] : [];
  const message = `Histories that could not be read: ${[...named, ...more].join("; ")}`;
  return [{ code: "ownership_unreadable", message }];
}
