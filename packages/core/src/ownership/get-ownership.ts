import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership } from "@knockon/db/schema/ownership.sql";
import type { Credit } from "@knockon/extract/history/credits";
import { departedShare } from "@knockon/extract/history/departed-share";
import { ownershipOf } from "@knockon/extract/history/ownership";
import { findAuthors, type PersonCorrections } from "@knockon/extract/history/people";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { getRepositoryRow } from "../repository/repository-row.ts";
import { loadCorrections } from "./person-corrections.ts";

/** Returns a repository's ownership. It is empty while ownership is off or the history was not read. `total` counts contributors. */
export function getOwnership(ctx: Context, { repositoryId, limit, offset }: { repositoryId: string } & Page) {
  return inWorkspace(ctx, async (tx) => {
    await getRepositoryRow(tx, repositoryId);
    const stored = await findStored(ctx, tx, repositoryId);
    const corrections = await loadCorrections(tx);
    const record = presentOwnership(stored, corrections);
    const contributors = record.contributors.slice(offset, offset + limit);
    const departed = maySeePeople(ctx) ? departedShare(stored?.credits ?? [], ctx.now(), corrections) : null;
    return { total: record.contributorsTotal, body: { ...record, contributors, departedShare: departed } };
  });
}

interface StoredOwnership {
  credits: Credit[];
  teams: string[];
  computedAt: Date | null;
}

async function findStored(
  ctx: Context,
  tx: Transaction,
  repositoryId: string,
): Promise<StoredOwnership | undefined> {
  if (ctx.settings.ownership === "off") return undefined;
  const [row] = await tx
    .select({ credits: ownership.credits, teams: ownership.teams, computedAt: ownership.computedAt })
    .from(ownership)
    .where(and(eq(ownership.repositoryId, repositoryId), isNotNull(ownership.computedAt)));
  return row;
}

const MAX_AUTOMATION = 20;

/** Returns the ownership record with all contributors. */
export function presentOwnership(stored: StoredOwnership | undefined, corrections: PersonCorrections) {
  const { people, automation } = findAuthors(stored?.credits ?? [], corrections);
  const { busFactor, topAuthor, contributors, window } = ownershipOf(people);
  return {
    busFactor,
    topAuthor: topAuthor && { name: topAuthor.name, share: topAuthor.share },
    topAuthorShare: topAuthor?.share ?? 0,
    humanAuthorCount: contributors.length,
    contributors: contributors.map(({ name, commitCount, share, person }) => ({
      name,
      personKey: person.keys[0] ?? "",
      commitCount,
      share,
    })),
    contributorsTotal: contributors.length,
    automation: ownershipOf(automation)
      .contributors.slice(0, MAX_AUTOMATION)
      .map(({ name, commitCount, person }) => ({ name, personKey: person.keys[0] ?? "", commitCount })),
    teams: stored?.teams ?? [],
    window: window && { start: toDate(window.start), end: toDate(window.end) },
    computedAt: stored?.computedAt ?? null,
  };
}

const toDate = (seconds: number): Date => new Date(seconds * 1000);

/** The ownership of a repository, as included in other resources. */
export interface OwnershipSummary {
  busFactor: number;
  topAuthorName: string | null;
  humanAuthorCount: number;
}

/** Returns summaries by repository ID, for repositories whose history was read. Empty while ownership is off. */
export async function findSummaries(
  ctx: Context,
  tx: Transaction,
  repositoryIds: readonly string[],
): Promise<Map<string, OwnershipSummary>> {
  if (ctx.settings.ownership === "off" || repositoryIds.length === 0) return new Map();
  const rows = await tx
    .select({
      repositoryId: ownership.repositoryId,
      busFactor: ownership.busFactor,
      topAuthorName: ownership.topAuthorName,
      humanAuthorCount: ownership.humanAuthorCount,
    })
    .from(ownership)
    .where(
      and(
        sql`${ownership.repositoryId} = any(${sql.param([...repositoryIds])}::uuid[])`,
        isNotNull(ownership.computedAt),
      ),
    );
  return new Map(rows.map(({ repositoryId, ...summary }) => [repositoryId, summary]));
}

/** Returns whether the caller may see risks per person. The deployment must opt in, and users must be Admins, because it ranks people. */
export const maySeePeople = ({ settings, actor }: Context): boolean =>
  settings.ownership === "people" &&
  (actor.type !== "user" || actor.role === "owner" || actor.role === "admin");
