import type { Transaction } from "@knockon/db/database";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { sql } from "drizzle-orm";
import { artifactId } from "./artifact-identity.ts";
import { artifactRow, isTagged, ownerOf, type ArtifactRow, type Production } from "./artifact-rows.ts";
import { addArtifacts, ARTIFACTS_AT_ONCE, replaceArtifacts } from "./artifact-table.ts";
import { loadConsumption, NOT_CONSUMED } from "./consumption.ts";
import type { Workspace } from "./dependency-rows.ts";
import { loadTags } from "./tags.ts";

/** Which artifacts may have changed. */
export interface Touched {
  /** Those that gained, lost or changed a consumer. */
  artifactIds: ReadonlySet<string>;
  /** Repositories that changed: all that they produce, or produced. */
  repositoryIds: ReadonlySet<string>;
  /** Whatever announces one of these. */
  names: ReadonlySet<string>;
}

/** Makes the artifacts what their producers and consumers say; those that nobody produces or names any more are deleted. */
export async function refreshArtifacts(
  tx: Transaction,
  workspace: Workspace,
  touched: Touched | "all",
  now: Date,
): Promise<void> {
  const productions = productionsOf(workspace);
  const identities = [...productions.values()].flatMap(([production]) =>
    production ? [identityOf(production)] : [],
  );
  const isTouched = touched === "all" ? () => true : (id: string) => produces(productions.get(id), touched);
  const produced = identities.filter((identity) => isTouched(artifactId(identity)));
  await addArtifacts(tx, produced, now);
  const ids = new Set([...produced.map(artifactId), ...(await findTouched(tx, touched))]);
  const all = [...ids];
  for (let start = 0; start < all.length; start += ARTIFACTS_AT_ONCE) {
    await refresh(tx, workspace, productions, all.slice(start, start + ARTIFACTS_AT_ONCE), now);
  }
}

/** Every artifact that a manifest says is produced, by id; the productions in the order of the sources. */
function productionsOf({ sources }: Workspace): Map<string, Production[]> {
  const productions = new Map<string, Production[]>();
  for (const source of sources.values()) {
    for (const produced of source.artifacts) {
      if (produced.assumed) continue;
      const production = { source, produced };
      const id = artifactId(identityOf(production));
      const known = productions.get(id);
      if (known) known.push(production);
      else productions.set(id, [production]);
    }
  }
  return productions;
}

const identityOf = ({ source: { workspaceId, connectedOrgId }, produced }: Production) => ({
  workspaceId,
  connectedOrgId,
  artifactType: produced.artifactType,
  name: produced.name,
});

const produces = (productions: readonly Production[] = [], { repositoryIds, names }: Touched): boolean =>
  productions.some(
    ({ source, produced }) =>
      repositoryIds.has(source.id) || produced.announces.some((name) => names.has(name)),
  );

async function findTouched(tx: Transaction, touched: Touched | "all"): Promise<string[]> {
  const isProduced =
    touched === "all"
      ? undefined
      : sql`${artifact.sourceRepositoryId} = any(${sql.param([...touched.repositoryIds])}::uuid[])`;
  const rows = await tx.select({ id: artifact.id }).from(artifact).where(isProduced);
  const ids = rows.map((row) => row.id);
  return touched === "all" ? ids : [...touched.artifactIds, ...ids];
}

async function refresh(
  tx: Transaction,
  workspace: Workspace,
  productions: ReadonlyMap<string, Production[]>,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const rows = await tx
    .select()
    .from(artifact)
    .where(sql`${artifact.id} = any(${sql.param(ids)}::uuid[])`);
  const consumption = await loadConsumption(tx, ids);
  const known = rows.flatMap((row) => {
    const producing = productions.get(row.id) ?? [];
    const consumed = consumption.get(row.id);
    if (producing.length === 0 && !consumed) return [];
    const owner = ownerOf(row, producing, consumed ?? NOT_CONSUMED, workspace);
    return [{ row, producing, consumed: consumed ?? NOT_CONSUMED, owner }];
  });
  const tagged = known.filter(({ row }) => isTagged(row)).flatMap(({ owner }) => owner?.source.id ?? []);
  const tags = await loadTags(tx, [...new Set(tagged)]);
  const wanted = new Map<string, ArtifactRow>();
  for (const { row, producing, consumed, owner } of known) {
    const ownTags = (isTagged(row) && tags.get(owner?.source.id ?? "")) || [];
    wanted.set(row.id, artifactRow(row, producing, consumed, owner, ownTags));
  }
  await replaceArtifacts(tx, new Map(rows.map((row) => [row.id, row])), wanted, now);
}
