import type { Transaction } from "@knockon/db/database";
import { producer, publishArtifact, publishWork } from "@knockon/db/schema/repository.sql";
import type { Use } from "@knockon/graph/edges";
import type { Resolved } from "./resolve-repositories.ts";
import { eq, isNotNull, sql } from "drizzle-orm";

/** One of the transactions of a publish. Each one handles at least one batch, so that every publish ends. */
export class Step {
  readonly #isTimeOver: () => boolean;
  #hasWorked = false;

  constructor(isTimeOver: () => boolean) {
    this.#isTimeOver = isTimeOver;
  }

  /** Call after each batch. */
  worked(): void {
    this.#hasWorked = true;
  }

  /** Whether the next batch belongs to the next step. */
  get isOver(): boolean {
    return this.#hasWorked && this.#isTimeOver();
  }
}

/** What earlier steps of a publish left to do, and what they have done for the graph. */
export interface Backlog {
  /** Repositories to resolve. */
  unresolved: Set<string>;
  /** Repositories that are resolved, and those that are gone. */
  resolved: Set<string>;
  /** Artifacts to update. */
  artifactIds: Set<string>;
}

export async function loadBacklog(tx: Transaction): Promise<Backlog> {
  const rows = await tx
    .select({ id: publishWork.repositoryId, isResolved: isNotNull(publishWork.uses) })
    .from(publishWork);
  const artifacts = await tx.select({ id: publishArtifact.artifactId }).from(publishArtifact);
  const idsOf = (wanted: boolean) =>
    new Set(rows.filter(({ isResolved }) => isResolved === wanted).map(({ id }) => id));
  return {
    unresolved: idsOf(false),
    resolved: idsOf(true),
    artifactIds: new Set(artifacts.map(({ id }) => id)),
  };
}

export const isPending = ({ unresolved, resolved, artifactIds }: Backlog): boolean =>
  unresolved.size + resolved.size + artifactIds.size > 0;

/** Repositories per statement. */
const BATCH_SIZE = 200;

/** What a step did and left. */
interface Left {
  unresolved: ReadonlySet<string>;
  resolved: Pick<Resolved, "uses" | "paths">;
  gone: ReadonlySet<string>;
  artifactIds: readonly string[];
}

/** Stores what the next step needs. */
export async function storeBacklog(
  tx: Transaction,
  { unresolved, resolved, gone, artifactIds }: Left,
): Promise<void> {
  const usesOf = Map.groupBy(resolved.uses, ({ source }) => source);
  const rows = [
    ...[...unresolved].map((id) => ({ id, uses: null })),
    ...[...resolved.paths.keys()].map((id) => ({ id, uses: usesOf.get(id) ?? [] })),
    ...[...gone].map((id) => ({ id, uses: [] })),
  ];
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const batch = JSON.stringify(rows.slice(start, start + BATCH_SIZE));
    await tx.execute(sql`
      insert into ${publishWork} as former (workspace_id, repository_id, uses)
      select current_workspace_id(), id, nullif(uses, 'null') from jsonb_to_recordset(${batch}::jsonb) as work (id uuid, uses jsonb)
      on conflict (repository_id) do update set uses = excluded.uses
      where former.uses is not null or excluded.uses is not null`);
  }
  await tx.delete(publishArtifact);
  await tx.execute(sql`
    insert into ${publishArtifact} (workspace_id, artifact_id)
    select current_workspace_id(), unnest(${sql.param(artifactIds)}::uuid[])`);
}

/** Returns the uses and paths of the repositories that earlier steps resolved. */
export async function loadResolved(tx: Transaction): Promise<{ uses: Use[]; paths: Map<string, string> }> {
  const rows = await tx
    .select({ id: publishWork.repositoryId, uses: publishWork.uses, fullPath: producer.fullPath })
    .from(publishWork)
    .innerJoin(producer, eq(producer.repositoryId, publishWork.repositoryId))
    .where(isNotNull(publishWork.uses));
  return {
    uses: rows.flatMap(({ uses }) => (uses ?? []) as Use[]),
    paths: new Map(rows.map(({ id, fullPath }) => [id, fullPath])),
  };
}

export async function deleteBacklog(tx: Transaction): Promise<void> {
  await tx.delete(publishWork);
  await tx.delete(publishArtifact);
}
