import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { Identities } from "@knockon/extract/history/identities";
import { ownershipOf } from "@knockon/extract/history/ownership";
import { findPeople } from "@knockon/extract/history/people";
import { sql } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { presentReference } from "../repository/repository-row.ts";
import { maySeePeople } from "./may-see-people.ts";
import { selectRiskRows } from "./risk-rows.ts";

/**
 * The people of an org without whom repositories would fall to bus factor 0, those first on whose most others depend;
 * nobody, unless the deployment opted into it. One person is one in all repositories.
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
  const rows = (await selectRiskRows(tx, connectedOrgId)).filter(({ busFactor }) => busFactor === 1);
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
      name: repositories[0]?.topAuthorName ?? "",
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

const compareIds = (a = "", b = ""): number => (a < b ? -1 : 1);

/** Who has the most of each of some repositories, by one key for each person. */
async function findOwners(tx: Transaction, repositoryIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ repositoryId: ownership.repositoryId, credits: ownership.credits })
    .from(ownership)
    .where(sql`${ownership.repositoryId} = any(${sql.param(repositoryIds)}::uuid[])`);
  const identities = new Identities();
  const tops = rows.flatMap(({ repositoryId, credits }) => {
    const people = findPeople(credits);
    for (const { keys } of people) identities.join(keys);
    const [key] = ownershipOf(people).topAuthor?.person.keys ?? [];
    return key === undefined ? [] : [{ repositoryId, key }];
  });
  return new Map(tops.map(({ repositoryId, key }) => [repositoryId, identities.find(key)]));
}
