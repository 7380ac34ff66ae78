import { upsertRows } from "@knockon/db/bulk";
import type { Transaction } from "@knockon/db/database";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { extraction } from "@knockon/db/schema/extraction.sql";
import type { Composition, ExtractedDeclaration } from "@knockon/extract/ecosystem";
import { compositionUse, everyScope, type Use } from "@knockon/graph/edges";
import { inArray, sql } from "drizzle-orm";
import { decisiveNames } from "@knockon/graph/resolve/image-namespace";
import { namespacesOf } from "@knockon/graph/resolve/namespace";
import { resolveAll, type Resolution } from "@knockon/graph/resolve/resolve";
import { uuidV5 } from "@knockon/graph/uuid";
import type { Step } from "./publish-work.ts";
import { addArtifacts, deleteByIds, difference, Statistics } from "./write-rows.ts";
import { artifactId, type ArtifactIdentity, type ProducerRow } from "./producer-row.ts";
import type { Producers } from "./producers.ts";

/** Balances round trips against memory. */
const BATCH_SIZE = 10;

export interface Resolved {
  /** The uses of all declarations and compositions of the repositories, changed or not. */
  uses: Use[];
  /** Full paths by repository. */
  paths: Map<string, string>;
  /** Artifacts that gained, lost or changed a consumer. */
  artifactIds: Set<string>;
}

/**
 * Resolves every declaration of the repositories against the workspace's producers and updates their rows, in batches, until the step's
 * time is over. `paths` has the repositories that were resolved.
 */
export async function resolveRepositories(
  tx: Transaction,
  repositoryIds: readonly string[],
  producers: Producers,
  now: Date,
  step: Step,
): Promise<Resolved> {
  const statistics = new Statistics(tx, sql`${dependency}, ${artifact}`);
  const resolved: Resolved = { uses: [], paths: new Map(), artifactIds: new Set() };
  for (let start = 0; start < repositoryIds.length; start += BATCH_SIZE) {
    if (step.isOver) break;
    const ids = repositoryIds.slice(start, start + BATCH_SIZE);
    await producers.loadRepositories(ids);
    const batch = ids.flatMap((id) => producers.get(id) ?? []);
    const extractions = await loadExtractions(tx, batch);
    await producers.load(
      [...extractions.values()].flatMap(({ declarations }) => declarations.flatMap(decisiveNames)),
    );
    const wanted = new Map(
      batch.flatMap((source) => [
        ...dependencyRows(source, extractions.get(source.extractionId ?? "")?.declarations ?? [], producers),
      ]),
    );
    step.worked();
    await statistics.addRows(await storeDeclarations(tx, batch, wanted, resolved.artifactIds, now));
    for (const { row } of wanted.values()) resolved.uses.push(...useOf(row));
    for (const id of ids) resolved.paths.set(id, id);
    for (const { repositoryId, fullPath, extractionId } of batch) {
      resolved.paths.set(repositoryId, fullPath);
      const compositions = extractions.get(extractionId ?? "")?.compositions ?? [];
      resolved.uses.push(...compositions.map((one) => compositionUse(repositoryId, one)));
    }
  }
  return resolved;
}

/** Deletes the declarations of repositories that are gone. Returns the IDs of the artifacts that lost a consumer. */
export async function deleteDeclarations(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .delete(dependency)
    .where(sql`${dependency.sourceRepositoryId} = any(${sql.param(ids)}::uuid[])`)
    .returning({ artifactId: dependency.artifactId });
  return new Set(rows.map((row) => row.artifactId));
}

interface Extracted {
  id: string;
  declarations: ExtractedDeclaration[];
  compositions: Composition[];
}

/** Returns extractions by ID. Those of earlier versions of the extractors have no compositions. */
async function loadExtractions(
  tx: Transaction,
  sources: readonly ProducerRow[],
): Promise<Map<string, Extracted>> {
  const ids = sources.flatMap((source) => source.extractionId ?? []);
  if (ids.length === 0) return new Map();
  const { content } = extraction;
  const rows = await tx
    .select({
      id: extraction.id,
      declarations: sql<ExtractedDeclaration[]>`${content} -> 'declarations'`,
      compositions: sql<Composition[]>`coalesce(${content} -> 'compositions', '[]')`,
    })
    .from(extraction)
    .where(inArray(extraction.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the number of rows written. */
async function storeDeclarations(
  tx: Transaction,
  sources: readonly ProducerRow[],
  wanted: ReadonlyMap<string, ResolvedRow>,
  artifactIds: Set<string>,
  now: Date,
): Promise<number> {
  const repositoryIds = sources.map((source) => source.repositoryId);
  const rows = await tx
    .select()
    .from(dependency)
    .where(inArray(dependency.sourceRepositoryId, repositoryIds));
  const stored = new Map(rows.map((row) => [row.id, row]));
  const { upserts, deletes } = difference(stored, new Map([...wanted].map(([id, { row }]) => [id, row])));
  for (const id of [...upserts.map((row) => row.id), ...deletes]) {
    const ids = [stored.get(id)?.artifactId, wanted.get(id)?.row.artifactId];
    for (const one of ids) if (one !== undefined) artifactIds.add(one);
  }
  await addArtifacts(
    tx,
    upserts.flatMap((row) => wanted.get(row.id)?.artifact ?? []),
    now,
  );
  await upsertRows(tx, dependency, upserts);
  await deleteByIds(tx, dependency, deletes);
  return upserts.length + deletes.length;
}

function useOf(row: DependencyRow): Use[] {
  const use = toUse(row);
  return use ? [use] : [];
}

/** The columns of a declaration that the graph has. */
export type UseRow = Pick<
  DependencyRow,
  | "sourceRepositoryId"
  | "targetRepositoryId"
  | "dependencyType"
  | "versionConstraint"
  | "versionConstraintState"
  | "versioning"
  | "confidence"
  | "role"
  | "scope"
  | "targetScope"
  | "locked"
>;

/** Returns a declaration as the graph has it, or undefined if it has no target. */
export function toUse(row: UseRow): Use | undefined {
  if (row.targetRepositoryId === null) return undefined;
  const { dependencyType, versionConstraint, confidence, versioning, role, scope, targetScope } = row;
  return {
    source: row.sourceRepositoryId,
    target: row.targetRepositoryId,
    dependencyType,
    versionConstraint,
    confidence,
    versioning,
    state: row.versionConstraintState,
    isLocked: row.locked !== null,
    role,
    scope,
    artifact: targetScope ?? everyScope(dependencyType),
  };
}

export type DependencyRow = typeof dependency.$inferSelect;

export interface ResolvedRow {
  row: DependencyRow;
  artifact: ArtifactIdentity;
}

/**
 * Resolves a repository's declarations. Returns those that count by row ID; equal declarations share an ID. The names they look up
 * must be loaded.
 */
export function dependencyRows(
  source: ProducerRow,
  declarations: readonly ExtractedDeclaration[],
  producers: Producers,
): Map<string, ResolvedRow> {
  const resolved = resolveAll(producers.index, declarations, source.repositoryId).map(
    ({ declaration, resolution }) => dependencyRow(source, declaration, resolution, producers),
  );
  return new Map(resolved.map((one) => [one.row.id, one]));
}

function dependencyRow(
  source: ProducerRow,
  declaration: ExtractedDeclaration,
  resolution: Resolution,
  producers: Producers,
): ResolvedRow {
  const { workspaceId, connectedOrgId } = source;
  const owner = producers.get(resolution.targetRepositoryId) ?? source;
  const identity = {
    workspaceId,
    connectedOrgId: owner.connectedOrgId,
    artifactType: declaration.dependencyType,
    name: resolution.artifactName,
  };
  const row = {
    id: declarationId(source.repositoryId, declaration),
    workspaceId,
    connectedOrgId,
    sourceRepositoryId: source.repositoryId,
    targetRepositoryId: resolution.targetRepositoryId,
    artifactId: artifactId(identity),
    ecosystem: declaration.ecosystem,
    dependencyType: declaration.dependencyType,
    versionConstraint: declaration.versionConstraint,
    versionConstraintState: resolution.state,
    versionComment: declaration.versionComment,
    versioning: declaration.versioning,
    sourceFile: declaration.sourceFile,
    sourceLine: declaration.sourceLine,
    rawReference: declaration.rawReference,
    confidence: resolution.confidence,
    evidenceClass: declaration.evidence.class,
    evidenceRule: declaration.evidence.rule,
    reason: resolution.reason,
    namespaces: resolution.targetRepositoryId === null ? namespacesOf(declaration) : [],
    role: declaration.role ?? "runtime",
    scope: declaration.scope ?? null,
    targetScope: resolution.targetRepositoryId === null ? null : resolution.artifact,
    locked: declaration.locked ?? null,
    arguments: resolution.targetRepositoryId === null ? null : (declaration.arguments ?? null),
    openArguments: resolution.targetRepositoryId === null ? null : (declaration.openArguments ?? null),
  };
  return { row, artifact: identity };
}

const DECLARATION_NAMESPACE = "8f1b0f0e-6c57-4c0b-9a0e-0d0f3a5f7b11";

/** A declaration is identified by consumer, type, version, file, raw reference and line, so its ID is the same in every scan. */
const declarationId = (repositoryId: string, one: ExtractedDeclaration): string =>
  uuidV5(
    DECLARATION_NAMESPACE,
    JSON.stringify([
      repositoryId,
      one.dependencyType,
      one.versionConstraint,
      one.sourceFile,
      one.rawReference,
      one.sourceLine,
    ]),
  );
