import type { Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import { producer, producerName, repository, repositoryAlias } from "@knockon/db/schema/repository.sql";
import { LEAST_UUID } from "@knockon/db/bulk";
import type { ProducedArtifact } from "@knockon/extract/ecosystem";
import { ownNamespacesOf } from "@knockon/graph/resolve/namespace";
import { changedNames } from "@knockon/graph/resolve/producer-index";
import { and, asc, eq, gt, not, sql } from "drizzle-orm";
import type { Step } from "./publish-work.ts";
import { Statistics } from "./write-rows.ts";
import { storeProducers } from "./producers.ts";
import { idOf, productionsOf, toProducer, type ProducerRow } from "./producer-row.ts";

/** Repositories loaded at a time, with the artifacts they announce. */
const BATCH_SIZE = 200;
/** Estimated names per repository. */
const NAMES_PER_REPOSITORY = 10;

/** How the repositories differ from those of the current graph. All IDs are repository IDs unless noted. */
export interface Changes {
  /** New or different. */
  changed: Set<string>;
  /** Absent now, or of a deleted org. */
  gone: Set<string>;
  /** Marked as changed, but with the same inputs to the graph; for example with new tags. */
  retagged: Set<string>;
  /** Names that may resolve differently. */
  names: Set<string>;
  /** IDs of artifacts that a changed repository produces or produced. */
  artifactIds: Set<string>;
  /** Whether a changed repository has other namespaces than before. */
  hasNewNamespaces: boolean;
  /** Whether marked repositories may be left, because the step's time is over. */
  isPartial: boolean;
}

/** Marks all repositories as changed. Locks them by ID, as every other writer does, so that none waits for another in a circle. */
export async function markAll(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    with locked as materialized (
      select id from ${repository} where ${not(repository.isChanged)} order by id for no key update
    )
    update ${repository} set is_changed = true from locked where ${repository.id} = locked.id`);
}

/** Collects and unmarks the repositories marked as changed, and updates their producers, until the step's time is over. */
export async function takeChanges(tx: Transaction, step: Step): Promise<Changes> {
  const changes: Changes = {
    changed: new Set(),
    gone: new Set(),
    retagged: new Set(),
    names: new Set(),
    artifactIds: new Set(),
    hasNewNamespaces: false,
    isPartial: false,
  };
  const statistics = new Statistics(tx, sql`${producer}, ${producerName}`);
  let after: string | undefined = LEAST_UUID;
  while (after !== undefined) {
    const ids: string[] = await lockMarked(tx, after);
    const marked = await loadMarked(tx, ids);
    const [same, differing] = [marked.filter(isSame), marked.filter((one) => !isSame(one))];
    for (const { id, isMarked } of same) if (isMarked) changes.retagged.add(id);
    for (const one of differing) addChange(changes, one);
    await storeProducers(tx, differing);
    await statistics.addRows(differing.length * NAMES_PER_REPOSITORY);
    await unmark(
      tx,
      marked.filter((one) => one.isMarked).map((one) => one.id),
    );
    after = ids.length === BATCH_SIZE ? ids.at(-1) : undefined;
    if (ids.length > 0) step.worked();
    if (after !== undefined && step.isOver) return { ...changes, isPartial: true };
  }
  return changes;
}

export interface Marked {
  id: string;
  isMarked: boolean;
  former: ProducerRow | null;
  /** Null if the repository is gone. */
  current: ProducerRow | null;
}

function addChange(changes: Changes, { id, former, current }: Marked): void {
  (current ? changes.changed : changes.gone).add(id);
  const [before, after] = [former, current].map((row) => (row ? toProducer(row) : undefined));
  for (const name of changedNames(before, after)) changes.names.add(name);
  changes.hasNewNamespaces ||= namespacesIn(former) !== namespacesIn(current);
  for (const row of [former, current]) {
    for (const production of row ? productionsOf(row) : []) changes.artifactIds.add(idOf(production));
  }
}

const namespacesIn = (row: ProducerRow | null): string =>
  JSON.stringify([row?.namespaces, row?.publishedNamespaces]);

const isSame = ({ former, current }: Marked): boolean =>
  JSON.stringify(former, sortKeys) === JSON.stringify(current, sortKeys);

/** A JSON replacer that sorts keys, because columns and fields differ in order. */
const sortKeys = (_: string, value: unknown): unknown =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

const aliases = sql<string[]>`coalesce((
  select jsonb_agg(${repositoryAlias.lowerPath} order by ${repositoryAlias.lowerPath})
  from ${repositoryAlias} where ${repositoryAlias.repositoryId} = ${repository.id}), '[]')`;

/** Locks the rows, so that a concurrent change waits and its mark is not removed unseen. */
async function lockMarked(tx: Transaction, after: string): Promise<string[]> {
  const rows = await tx
    .select({ id: repository.id })
    .from(repository)
    .where(and(gt(repository.id, after), repository.isChanged))
    .orderBy(asc(repository.id))
    .limit(BATCH_SIZE)
    .for("no key update");
  return rows.map((row) => row.id);
}

async function loadMarked(tx: Transaction, ids: string[]): Promise<Marked[]> {
  const rows = await tx
    .select({
      isPresent: sql<boolean>`${repository.absentSince} is null and ${connectedOrg.deletedAt} is null`,
      isMarked: repository.isChanged,
      former: producer,
      current: {
        repositoryId: repository.id,
        workspaceId: repository.workspaceId,
        connectedOrgId: repository.connectedOrgId,
        extractionId: snapshot.extractionId,
        fullPath: repository.fullPath,
        cloneUrl: repository.cloneUrl,
        archived: repository.archived,
        isFork: repository.isFork,
        hostAliases: connectedOrg.hostAliases,
        aliases,
        artifacts: sql<ProducedArtifact[]>`coalesce(${extraction.content} -> 'artifacts', '[]')`,
      },
    })
    .from(repository)
    .innerJoin(connectedOrg, eq(connectedOrg.id, repository.connectedOrgId))
    .leftJoin(producer, eq(producer.repositoryId, repository.id))
    .leftJoin(snapshot, eq(snapshot.id, repository.snapshotId))
    .leftJoin(extraction, eq(extraction.id, snapshot.extractionId))
    .where(sql`${repository.id} = any(${sql.param(ids)}::uuid[])`);
  return rows.map(({ isPresent, isMarked, former, current }) => ({
    id: current.repositoryId,
    isMarked,
    former,
    current: isPresent ? withNamespaces(current) : null,
  }));
}

function withNamespaces(row: Omit<ProducerRow, "namespaces" | "publishedNamespaces">): ProducerRow {
  const { certain, published } = ownNamespacesOf(toProducer(row));
  return { ...row, namespaces: certain, publishedNamespaces: published };
}

async function unmark(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(repository)
    .set({ isChanged: false })
    .where(sql`${repository.id} = any(${sql.param(ids)}::uuid[])`);
}
