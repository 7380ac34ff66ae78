import { Check } from "@knockon/contract/resources/check";
import type { CheckConclusion } from "@knockon/contract/vocabulary/check";
import { type Camel, fromWire } from "@knockon/contract/wire";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import type { Page } from "../page.ts";
import { loadLineOwners } from "../ownership/line-owners.ts";
import { nameInAnswer } from "./check-change.ts";
import { requestAgain, sendChecks } from "./request-check.ts";

interface Filter {
  connectedOrgId: string;
  repositoryId?: string | undefined;
  conclusion?: CheckConclusion | undefined;
}

const { result, ...columns } = getTableColumns(changeCheck);
/** Everything but the result, which may be large. */
const summaryColumns = {
  ...columns,
  reached: sql<number | null>`(${result} -> 'reached' ->> 'repositories')::int`,
  breaking: sql<number | null>`(${result} -> 'reached' ->> 'breaking')::int`,
  repository: { id: repository.id, name: repository.name, fullPath: repository.fullPath },
};

/** Returns the checks of an org's pull requests, newest first. */
export function listChangeChecks(
  ctx: Context,
  { connectedOrgId, repositoryId, conclusion, limit, offset }: Filter & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    const wanted = and(
      eq(changeCheck.connectedOrgId, connectedOrgId),
      repositoryId === undefined ? undefined : eq(changeCheck.repositoryId, repositoryId),
      conclusion === undefined ? undefined : eq(changeCheck.conclusion, conclusion),
    );
    const rows = await tx
      .select(summaryColumns)
      .from(changeCheck)
      .innerJoin(repository, eq(repository.id, changeCheck.repositoryId))
      .where(wanted)
      .orderBy(desc(changeCheck.createdAt), desc(changeCheck.id))
      .limit(limit)
      .offset(offset);
    return { total: await tx.$count(changeCheck, wanted), body: rows.map(presentSummary) };
  });
}

/** With the main author of each consumer whose line no one owns, if the caller may see people. Throws NotFoundError. */
export function getChangeCheck(ctx: Context, { checkId }: { checkId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const summary = await getSummary(tx, checkId);
    const [row] = await tx.select({ result }).from(changeCheck).where(eq(changeCheck.id, checkId));
    const check = row?.result ? await nameInAnswer(ctx, tx, fromWire(Check, row.result)) : null;
    return { ...summary, result: check && (await withAuthors(ctx, tx, check)) };
  });
}

type NamedCheck = Camel<typeof Check>;

/** The stored result has no authors, as it is also the text on the host, which more people read. */
async function withAuthors(ctx: Context, tx: Transaction, check: NamedCheck): Promise<NamedCheck> {
  const consumers = [...check.breaks, ...check.undecided].map(({ consumer }) => consumer.id);
  const ownerOf = await loadLineOwners(ctx, tx, consumers);
  const withOwner = <T extends NamedCheck["undecided"][number] | NamedCheck["breaks"][number]>(
    one: T,
  ): T => ({
    ...one,
    owner: one.owner ?? ownerOf(one.consumer.id, one.use.file),
  });
  return { ...check, breaks: check.breaks.map(withOwner), undecided: check.undecided.map(withOwner) };
}

/** Checks a commit again, also if a worker is checking it now. Throws NotFoundError. */
export async function rerunChangeCheck(ctx: Context, { checkId }: { checkId: string }) {
  const [summary, checkIds] = await inWorkspace(ctx, async (tx) => {
    const { status, conclusion } = await getSummary(tx, checkId);
    const requested = await requestAgain(ctx, tx, eq(changeCheck.id, checkId));
    await recordAuditEvent(tx, ctx, {
      action: "check.rerun",
      target: { type: "check", id: checkId },
      before: { status, conclusion },
      after: { status: "pending", conclusion: null },
    });
    return [await getSummary(tx, checkId), requested] as const;
  });
  await sendChecks(ctx, checkIds);
  return summary;
}

async function getSummary(tx: Transaction, checkId: string) {
  const [row] = await tx
    .select(summaryColumns)
    .from(changeCheck)
    .innerJoin(repository, eq(repository.id, changeCheck.repositoryId))
    .innerJoin(connectedOrg, eq(connectedOrg.id, changeCheck.connectedOrgId))
    .where(and(eq(changeCheck.id, checkId), isNull(connectedOrg.deletedAt)));
  if (!row) throw new NotFoundError();
  return presentSummary(row);
}

const presentSummary = <Row extends { kind: string; number: number }>(row: Row) => ({
  ...row,
  number: row.kind === "merge_group" ? null : row.number,
});
