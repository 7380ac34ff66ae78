import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership } from "@knockon/db/schema/ownership.sql";
import type { Credit } from "@knockon/extract/history/credits";
import { departedShare } from "@knockon/extract/history/departed-share";
import { ownershipOf } from "@knockon/extract/history/ownership";
import { findPeople } from "@knockon/extract/history/people";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { getRepositoryRow } from "../repository/repository-row.ts";
import { maySeePeople } from "./may-see-people.ts";

/** Who owns a repository; nobody, while the signal is off or its history was not read. `total` counts the contributors. */
export function getOwnership(ctx: Context, { repositoryId, limit, offset }: { repositoryId: string } & Page) {
  return inWorkspace(ctx, async (tx) => {
    await getRepositoryRow(tx, repositoryId);
    const known = await findKnown(ctx, tx, repositoryId);
    const record = presentOwnership(known);
    const contributors = record.contributors.slice(offset, offset + limit);
    const departed = maySeePeople(ctx) ? departedShare(known?.credits ?? [], ctx.now()) : null;
    return { total: record.contributorsTotal, body: { ...record, contributors, departedShare: departed } };
  });
}

interface Known {
  credits: Credit[];
  teams: string[];
  computedAt: Date | null;
}

async function findKnown(ctx: Context, tx: Transaction, repositoryId: string): Promise<Known | undefined> {
  if (ctx.settings.ownership === "off") return undefined;
  const [row] = await tx
    .select({ credits: ownership.credits, teams: ownership.teams, computedAt: ownership.computedAt })
    .from(ownership)
    .where(and(eq(ownership.repositoryId, repositoryId), isNotNull(ownership.computedAt)));
  return row;
}

/** The record of the interface, with every contributor. */
export function presentOwnership(known: Known | undefined) {
  const { busFactor, topAuthor, contributors, window } = ownershipOf(findPeople(known?.credits ?? []));
  return {
    busFactor,
    topAuthor: topAuthor && { name: topAuthor.name, share: topAuthor.share },
    topAuthorShare: topAuthor?.share ?? 0,
    humanAuthorCount: contributors.length,
    contributors: contributors.map(({ name, commitCount, share }) => ({ name, commitCount, share })),
    contributorsTotal: contributors.length,
    teams: known?.teams ?? [],
    window: window && { start: toDate(window.start), end: toDate(window.end) },
    computedAt: known?.computedAt ?? null,
  };
}

const toDate = (seconds: number): Date => new Date(seconds * 1000);
