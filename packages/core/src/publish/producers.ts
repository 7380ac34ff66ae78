import type { Transaction } from "@knockon/db/database";
import { producer, producerName, repository } from "@knockon/db/schema/repository.sql";
import { createProducerIndex, type ProducerIndex } from "@knockon/graph/resolve/producer-index";
import { claimsOf } from "@knockon/graph/resolve/producer-repository";
import { eq, inArray, sql } from "drizzle-orm";
import { upsertRows } from "@knockon/db/bulk";
import { createHash } from "node:crypto";
import { idOf, type ProducerRow, type Production, productionsOf, toProducer } from "./producer-row.ts";
import type { Marked } from "./changes.ts";

/**
 * The producers of the workspace, loaded on demand. It holds all producers of each loaded name or artifact, and possibly some of
 * others.
 */
export class Producers {
  readonly #tx: Transaction;
  readonly #rows = new Map<string, ProducerRow>();
  readonly #tags = new Map<string, string[]>();
  readonly #loaded = new Set<number>();
  readonly #productions = new Map<string, Production[]>();
  readonly #index = createProducerIndex();

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  get index(): ProducerIndex {
    return this.#index;
  }

  get(repositoryId: string | null): ProducerRow | undefined {
    return this.#rows.get(repositoryId ?? "");
  }

  /** Returns the repository's tags as of the last listing. */
  tagsOf(repositoryId: string): readonly string[] {
    return this.#tags.get(repositoryId) ?? [];
  }

  /** Returns the loaded productions of an artifact, ordered by repository path. */
  productionsOf(artifactId: string): readonly Production[] {
    return (this.#productions.get(artifactId) ?? []).toSorted(byPath);
  }

  /** Loads the repositories that go by one of the names or produce one of the artifacts. */
  async load(namesOrArtifactIds: Iterable<string>): Promise<void> {
    const hashes = [...new Set([...namesOrArtifactIds].map(nameHash))].filter(
      (hash) => !this.#loaded.has(hash),
    );
    if (hashes.length === 0) return;
    for (const hash of hashes) this.#loaded.add(hash);
    const holders = await this.#tx
      .selectDistinct({ id: producerName.repositoryId })
      .from(producerName)
      .where(sql`${producerName.nameHash} = any(${sql.param(hashes)}::int[])`);
    await this.loadRepositories(holders.map((row) => row.id));
  }

  async loadRepositories(repositoryIds: readonly string[]): Promise<void> {
    const unknown = repositoryIds.filter((id) => !this.#rows.has(id));
    if (unknown.length === 0) return;
    const rows = await this.#tx
      .select({ row: producer, tags: repository.tags })
      .from(producer)
      .innerJoin(repository, eq(repository.id, producer.repositoryId))
      .where(inArray(producer.repositoryId, unknown));
    for (const { row, tags } of rows) {
      this.#tags.set(row.repositoryId, tags);
      this.#add(row);
    }
  }

  #add(row: ProducerRow): void {
    this.#rows.set(row.repositoryId, row);
    this.#index.add(toProducer(row));
    for (const production of productionsOf(row)) {
      const id = idOf(production);
      const known = this.#productions.get(id);
      if (known) known.push(production);
      else this.#productions.set(id, [production]);
    }
  }
}

const byPath = (a: Production, b: Production): number =>
  compare(a.producer.fullPath, b.producer.fullPath) ||
  compare(a.producer.repositoryId, b.producer.repositoryId);

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Updates the stored producers and the hashes of their names and artifact IDs. Deletes producers that are gone. */
export async function storeProducers(tx: Transaction, differing: readonly Marked[]): Promise<void> {
  const current = differing.flatMap((one) => one.current ?? []);
  const gone = differing.filter((one) => !one.current).map((one) => one.id);
  await tx.delete(producer).where(sql`${producer.repositoryId} = any(${sql.param(gone)}::uuid[])`);
  await upsertRows(tx, producer, current);
  await storeNames(tx, current);
}

async function storeNames(tx: Transaction, rows: readonly ProducerRow[]): Promise<void> {
  const wanted = rows.flatMap((row) =>
    [...namesOf(row)].map((hash) => ({ repository_id: row.repositoryId, name_hash: hash })),
  );
  const ids = rows.map((row) => row.repositoryId);
  const wantedRows = sql`select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted
    (repository_id uuid, name_hash integer)`;
  await tx.execute(sql`
    delete from ${producerName} where repository_id = any(${sql.param(ids)}::uuid[])
      and (repository_id, name_hash) not in (${wantedRows})`);
  await tx.execute(sql`
    insert into ${producerName} (workspace_id, repository_id, name_hash)
    select current_workspace_id(), repository_id, name_hash from (${wantedRows}) as wanted
    on conflict do nothing`);
}

const namesOf = (row: ProducerRow): Set<number> =>
  new Set([...claimsOf(toProducer(row)).keys(), ...productionsOf(row).map(idOf)].map(nameHash));

/** Returns the IDs of repositories with a declaration that looks up one of the names. */
export async function findDependents(tx: Transaction, names: ReadonlySet<string>): Promise<string[]> {
  if (names.size === 0) return [];
  const hashes = [...names].map(nameHash);
  const rows = await tx
    .select({ id: producer.repositoryId })
    .from(producer)
    .where(sql`${producer.extractionId} in (select extractions_that_look_up(${sql.param(hashes)}::int[]))`);
  return rows.map((row) => row.id);
}

/**
 * Returns 32 bits of a name's MD5, a tenth of the name's size. In SQL: `('x' || left(md5(name), 8))::bit(32)::int`. A collision only
 * costs resolving a repository needlessly.
 */
export const nameHash = (name: string): number => createHash("md5").update(name).digest().readInt32BE(0);
