import type { Transaction } from "@knockon/db/database";
import { producer, producerName, repository } from "@knockon/db/schema/repository.sql";
import { createProducerIndex, type ProducerIndex } from "@knockon/graph/resolve/producer-index";
import { eq, inArray, sql } from "drizzle-orm";
import { nameHash } from "./name-hash.ts";
import { idOf, productionsOf, toProducer, type Production, type ProducerRow } from "./producer-row.ts";

/**
 * The producers of the workspace, as far as anybody asked for them: of a name or an artifact that was loaded all of
 * them are here, of others perhaps some.
 */
export class Producers {
  readonly #tx: Transaction;
  readonly #rows = new Map<string, ProducerRow>();
  readonly #tags = new Map<string, string[]>();
  readonly #asked = new Set<number>();
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

  /** The tags that its host listed last. */
  tagsOf(repositoryId: string): readonly string[] {
    return this.#tags.get(repositoryId) ?? [];
  }

  /** Who says to produce the artifact, by path. */
  productionsOf(artifactId: string): readonly Production[] {
    return (this.#productions.get(artifactId) ?? []).toSorted(byPath);
  }

  /** Whoever goes by one of the names, or produces one of the artifacts. */
  async load(namesOrArtifactIds: Iterable<string>): Promise<void> {
    const hashes = [...new Set([...namesOrArtifactIds].map(nameHash))].filter(
      (hash) => !this.#asked.has(hash),
    );
    if (hashes.length === 0) return;
    for (const hash of hashes) this.#asked.add(hash);
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
