import type { Transaction } from "@knockon/db/database";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { changedNames } from "@knockon/graph/resolve/changed-names";
import { arrayOverlaps, eq } from "drizzle-orm";
import { nameHash } from "./name-hash.ts";
import { loadProducers } from "./producer-table.ts";
import { toProducer, type Source } from "./sources.ts";

/** Every name that may lead elsewhere than when the current graph was resolved. */
export async function findChangedNames(
  tx: Transaction,
  changed: readonly Source[],
  gone: readonly string[],
): Promise<Set<string>> {
  const former = await loadProducers(tx, [...changed.map((source) => source.id), ...gone]);
  const names = new Set<string>();
  for (const source of changed) {
    for (const name of changedNames(former.get(source.id), toProducer(source))) names.add(name);
  }
  for (const id of gone) for (const name of changedNames(former.get(id), undefined)) names.add(name);
  return names;
}

/**
 * The repositories of which some declaration looks up one of the names. Row-level security lets no index be used for
 * an overlap of arrays, so one integer a name is read of each repository of the workspace.
 */
export async function findSeekers(tx: Transaction, names: ReadonlySet<string>): Promise<Set<string>> {
  if (names.size === 0) return new Set();
  const rows = await tx
    .select({ id: repository.id })
    .from(repository)
    .innerJoin(snapshot, eq(snapshot.id, repository.snapshotId))
    .innerJoin(extraction, eq(extraction.id, snapshot.extractionId))
    .where(arrayOverlaps(extraction.lookupHashes, [...names].map(nameHash)));
  return new Set(rows.map((row) => row.id));
}
