import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { Identities } from "@knockon/extract/history/identities";
import { ownershipOf } from "@knockon/extract/history/ownership";
import { findPeople } from "@knockon/extract/history/people";
import { isFullName } from "@knockon/extract/history/person-name";
import { FAN_IN_FLOOR } from "@knockon/graph/confidence";
import { rankRisks } from "@knockon/graph/risk";
import { and, count, eq, sql } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { matches, type Page, type Sort, sortRows } from "../page.ts";
import { isForeign } from "../repository/declarations.ts";
import { isPresent, presentReference } from "../repository/repository-row.ts";
import { maySeePeople } from "./get-ownership.ts";
import { loadRepositoryOwners } from "./line-owners.ts";
import { loadCorrections } from "./person-corrections.ts";

interface Input extends Page {
  connectedOrgId: string;
  minDependents?: number | undefined;
  maxBusFactor?: number | undefined;
  /** A substring of the repository's path or of the main author's name, in any case. */
  q?: string | undefined;
  include?: "owner" | undefined;
  sort?: Sort<"repository" | "bus_factor" | "dependent_repositories_total" | "risk_score"> | undefined;
}

/** Returns an org's repositories with many dependents and few maintainers, by default riskiest first. Empty while ownership is off. */
export function listOwnershipRisks(
  ctx: Context,
  { connectedOrgId, q, include, sort, limit, offset, ...query }: Input,
) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    const rows = ctx.settings.ownership === "off" ? [] : await selectRiskRows(tx, connectedOrgId);
    const ranked = rankRisks(rows, query).filter(({ fullPath, topAuthorName }) =>
      matches(q, fullPath, topAuthorName ?? ""),
    );
    // The risk has a maximum: an order by it puts equal ones with more dependents first.
    const byUse = sort === undefined ? ranked : ranked.toSorted((a, b) => b.fanIn - a.fanIn);
    const sorted = sortRows(byUse, sort, {
      repository: ({ fullPath }) => fullPath,
      bus_factor: ({ busFactor }) => busFactor,
      dependent_repositories_total: ({ fanIn }) => fanIn,
      risk_score: ({ riskScore }) => riskScore,
    });
    const risks = sorted.slice(offset, offset + limit);
    const ids = include === "owner" ? risks.map(({ id }) => id) : [];
    const ownerOf = await loadRepositoryOwners(ctx, tx, ids);
    const body = risks.map((risk) => ({
      repository: presentReference(risk),
      busFactor: risk.busFactor,
      topAuthorName: risk.topAuthorName,
      topAuthorShare: risk.topAuthorShare,
      humanAuthorCount: risk.humanAuthorCount,
      dependentsTotal: risk.dependents,
      dependentRepositoriesTotal: risk.fanIn,
      riskScore: risk.riskScore,
      owner: ownerOf(risk.id) ?? undefined,
    }));
    return { total: ranked.length, body };
  });
}

/**
 * Returns the people of an org who are the only maintainer of a repository that others use, those with the most dependent repositories first. Empty
 * unless the caller may see people. Identities are merged across repositories.
 */
export function listOwnershipRiskPeople(
  ctx: Context,
  { connectedOrgId, limit, offset }: { connectedOrgId: string } & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    const people = maySeePeople(ctx) ? await findPeopleAtRisk(tx, connectedOrgId) : [];
    return { total: people.length, body: people.slice(offset, offset + limit) };
  });
}

async function findPeopleAtRisk(tx: Transaction, connectedOrgId: string) {
  const rows = (await selectRiskRows(tx, connectedOrgId)).filter(
    ({ busFactor, fanIn }) => busFactor === 1 && fanIn > 0,
  );
  const owners = await findOwners(
    tx,
    rows.map(({ id }) => id),
  );
  const kept = rows
    .toSorted((a, b) => b.fanIn - a.fanIn || (a.fullPath < b.fullPath ? -1 : 1))
    .flatMap((row) => {
      const owner = owners.get(row.id);
      return owner === undefined ? [] : [{ ...row, owner }];
    });
  return [...Map.groupBy(kept, ({ owner }) => owner).values()]
    .map((repositories) => ({
      name: nameOf(repositories.flatMap(({ topAuthorName }) => topAuthorName ?? [])),
      dependentRepositoriesTotal: repositories.reduce((sum, { fanIn }) => sum + fanIn, 0),
      repositories: repositories.map((one) => ({
        repository: presentReference(one),
        topAuthorShare: one.topAuthorShare,
        dependentsTotal: one.dependents,
        dependentRepositoriesTotal: one.fanIn,
      })),
    }))
    .toSorted(
      (a, b) =>
        b.dependentRepositoriesTotal - a.dependentRepositoriesTotal ||
        b.repositories.length - a.repositories.length ||
        compareIds(a.repositories[0]?.repository.id, b.repositories[0]?.repository.id),
    );
}

/** A full name if any repository has one. */
const nameOf = (names: readonly string[]): string => names.find(isFullName) ?? names[0] ?? "";

const compareIds = (a = "", b = ""): number => (a < b ? -1 : 1);

/** Returns the top author of each repository, with the same key for the same person. */
async function findOwners(tx: Transaction, repositoryIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ repositoryId: ownership.repositoryId, credits: ownership.credits })
    .from(ownership)
    .where(sql`${ownership.repositoryId} = any(${sql.param(repositoryIds)}::uuid[])`);
  const corrections = await loadCorrections(tx);
  const identities = new Identities();
  for (const keys of corrections.samePerson) identities.join(keys);
  const tops = rows.flatMap(({ repositoryId, credits }) => {
    const people = findPeople(credits, corrections);
    for (const { keys } of people) identities.join(keys);
    const [key] = ownershipOf(people).topAuthor?.person.keys ?? [];
    return key === undefined ? [] : [{ repositoryId, key }];
  });
  return new Map(tops.map(({ repositoryId, key }) => [repositoryId, identities.find(key)]));
}

/** Returns an org's unarchived repositories with their dependents and maintainers. */
export async function selectRiskRows(tx: Transaction, connectedOrgId: string) {
  const uses = tx
    .select({
      repositoryId: dependency.targetRepositoryId,
      dependents: count().as("dependents"),
      fanIn:
        sql<number>`count(distinct ${dependency.sourceRepositoryId}) filter (where ${dependency.confidence} >= ${FAN_IN_FLOOR})`
          .mapWith(Number)
          .as("fan_in"),
    })
    .from(dependency)
    .where(isForeign)
    .groupBy(dependency.targetRepositoryId)
    .as("uses");
  const rows = await tx
    .select({
      id: repository.id,
      name: repository.name,
      fullPath: repository.fullPath,
      dependents: uses.dependents,
      fanIn: uses.fanIn,
      busFactor: ownership.busFactor,
      topAuthorName: ownership.topAuthorName,
      topAuthorShare: ownership.topAuthorShare,
      humanAuthorCount: ownership.humanAuthorCount,
    })
    .from(repository)
    .leftJoin(uses, eq(uses.repositoryId, repository.id))
    .leftJoin(ownership, eq(ownership.repositoryId, repository.id))
    .where(and(eq(repository.connectedOrgId, connectedOrgId), isPresent, eq(repository.archived, false)));
  return rows.map((row) => ({
    ...row,
    dependents: row.dependents ?? 0,
    fanIn: row.fanIn ?? 0,
    busFactor: row.busFactor ?? 0,
    topAuthorShare: row.topAuthorShare ?? 0,
    humanAuthorCount: row.humanAuthorCount ?? 0,
  }));
}
