import type { Transaction } from "@knockon/db/database";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { producer } from "@knockon/db/schema/repository.sql";
import { sql } from "drizzle-orm";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { artifactRow, type ArtifactRow, ownerOf } from "./artifact-rows.ts";
import { addArtifacts, ARTIFACT_BATCH_SIZE, replaceArtifacts } from "./write-rows.ts";
import type { Changes } from "./changes.ts";
import { identityOf, idOf, productionsOf } from "./producer-row.ts";
import type { Producers } from "./producers.ts";
import type { Step } from "./publish-work.ts";

/**
 * Updates the artifacts from their producers and consumers, until the step's time is over. Deletes those with neither. Returns those
 * that are left.
 */
export async function refreshArtifacts(
  tx: Transaction,
  producers: Producers,
  artifactIds: ReadonlySet<string>,
  now: Date,
  step: Step,
): Promise<string[]> {
  const ids = [...artifactIds];
  for (let start = 0; start < ids.length; start += ARTIFACT_BATCH_SIZE) {
    if (step.isOver) return ids.slice(start);
    await refresh(tx, producers, ids.slice(start, start + ARTIFACT_BATCH_SIZE), now);
    step.worked();
  }
  return [];
}

/** Returns the IDs of all artifacts that are stored or produced. */
export async function findAllArtifacts(tx: Transaction, producers: Producers): Promise<Set<string>> {
  const stored = await tx.select({ id: artifact.id }).from(artifact);
  const all = await tx.select({ id: producer.repositoryId }).from(producer);
  const repositoryIds = all.map((row) => row.id);
  await producers.loadRepositories(repositoryIds);
  const produced = repositoryIds.flatMap((id) => {
    const row = producers.get(id);
    return row ? productionsOf(row).map(idOf) : [];
  });
  return new Set([...stored.map((row) => row.id), ...produced]);
}

/**
 * Returns the IDs of artifacts that gained, lost or changed a consumer or producer, whose owner changed or was tagged, or that announce
 * a name that may resolve differently now.
 */
export async function findTouchedArtifacts(
  tx: Transaction,
  producers: Producers,
  { changed, gone, retagged, names, artifactIds }: Changes,
): Promise<Set<string>> {
  const owned = await tx
    .select({ id: artifact.id })
    .from(artifact)
    .where(
      sql`${artifact.sourceRepositoryId} = any(${sql.param([...changed, ...gone, ...retagged])}::uuid[])`,
    );
  await producers.load(names);
  const announcing = [...names]
    .flatMap((name) => producers.index.producersOf(name))
    .flatMap(({ repository }) => {
      const row = producers.get(repository.id);
      return row ? productionsOf(row) : [];
    })
    .filter(({ produced }) => produced.announces.some((name) => names.has(name)));
  return new Set([...artifactIds, ...owned.map((row) => row.id), ...announcing.map(idOf)]);
}

async function refresh(
  tx: Transaction,
  producers: Producers,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await producers.load(ids);
  const productions = ids.flatMap((id) => producers.productionsOf(id));
  await producers.load(productions.flatMap(({ produced }) => produced.announces));
  await addArtifacts(tx, productions.map(identityOf), now);
  const rows = await tx
    .select()
    .from(artifact)
    .where(sql`${artifact.id} = any(${sql.param(ids)}::uuid[])`);
  const consumption = await loadConsumption(tx, ids);
  await producers.loadRepositories([...consumption.values()].flatMap(({ targets }) => targets));
  const wanted = new Map<string, ArtifactRow>();
  for (const row of rows) {
    const producing = producers.productionsOf(row.id);
    const consumed = consumption.get(row.id) ?? NOT_CONSUMED;
    if (producing.length === 0 && consumed === NOT_CONSUMED) continue;
    const owner = ownerOf(row, producing, consumed, producers);
    wanted.set(row.id, artifactRow(row, producing, consumed, owner));
  }
  await replaceArtifacts(tx, new Map(rows.map((row) => [row.id, row])), wanted, now);
}

/** How the workspace's declarations use an artifact. */
export interface Consumption {
  /** Number of declarations per versioning scheme. */
  schemes: ReadonlyMap<VersioningScheme, number>;
  /** Pinned versions. */
  seen: ReadonlySet<string>;
  /** IDs of the repositories they resolve to. */
  targets: readonly string[];
}

export const NOT_CONSUMED: Consumption = { schemes: new Map(), seen: new Set(), targets: [] };

/** Returns consumption by artifact ID. An artifact without declarations has no entry. */
export async function loadConsumption(
  tx: Transaction,
  artifactIds: readonly string[],
): Promise<Map<string, Consumption>> {
  const rows = await tx
    .select({
      artifactId: dependency.artifactId,
      versioning: dependency.versioning,
      count: sql<number>`count(*)::int`,
      seen: sql<string[]>`coalesce(jsonb_agg(distinct ${dependency.versionConstraint})
        filter (where ${dependency.versionConstraintState} = 'pinned' and ${dependency.versionConstraint} is not null), '[]')`,
      targets: sql<string[]>`coalesce(jsonb_agg(distinct ${dependency.targetRepositoryId})
        filter (where ${dependency.targetRepositoryId} is not null), '[]')`,
    })
    .from(dependency)
    .where(sql`${dependency.artifactId} = any(${sql.param(artifactIds)}::uuid[])`)
    .groupBy(dependency.artifactId, dependency.versioning);
  const consumption = new Map<string, Consumption>();
  for (const { artifactId, versioning, count, seen, targets } of rows) {
    const known = consumption.get(artifactId) ?? NOT_CONSUMED;
    consumption.set(artifactId, {
      schemes: new Map([...known.schemes, [versioning, count]]),
      seen: new Set([...known.seen, ...seen]),
      targets: [...known.targets, ...targets],
    });
  }
  return consumption;
}
