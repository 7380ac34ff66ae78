import { DEPENDENCY_ROLES, type Role } from "@knockon/contract/vocabulary/role";
import {
  VERSION_CONSTRAINT_STATES,
  type VersionConstraintState,
} from "@knockon/contract/vocabulary/version-constraint-state";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { versioningOf } from "@knockon/graph/versions/scheme";
import { newestFirst, standing, standingInRow, statedVersion } from "@knockon/graph/versions/standing";
import { and, asc, count, eq, inArray, min, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { loadAnswerNames } from "../naming/answer-names.ts";
import { matches, type Page, type Sort, sortRows } from "../page.ts";
import { type ArtifactRow, findArtifact, getArtifactRow, isElsewhere } from "./artifacts.ts";

interface ConsumerFilter {
  artifactId: string;
  /** A substring of the repository's path, of the file or of the version constraint, in any case. */
  q?: string | undefined;
  /** By default, those that make a repository a consumer. */
  role?: readonly Role[] | undefined;
  sort?: Sort<"repository" | "version_constraint" | "is_latest" | "source_file"> | undefined;
}

/**
 * Returns the uses of an artifact with file and version. Counts each repository once; it lags if any of its entries lags. The
 * filters do not change the counts.
 */
export function listArtifactConsumers(
  ctx: Context,
  { artifactId, q, role, sort, limit, offset }: ConsumerFilter & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    const row = await getArtifactRow(tx, artifactId);
    const presented = await findArtifact(tx, artifactId);
    if (!presented) throw new Error("The artifact was read in this transaction.");
    const entries = await selectConsumerEntries(tx, row);
    const lagging = entries.filter((entry) => entry.standing === "lagging");
    const laggingIds = new Set(lagging.map((entry) => entry.repository.id));
    const onLatest = entries.filter(
      (entry) => entry.standing === "latest" && !laggingIds.has(entry.repository.id),
    );
    const aboutId = row.sourceRepositoryId;
    const listed = role === undefined ? entries : await selectConsumerEntries(tx, row, role);
    const names = await loadAnswerNames(ctx, tx, () => [aboutId, ...listed.map((one) => one.repository.id)]);
    const named = names ? listed.filter((one) => names.mayName(aboutId, one.repository.id)) : listed;
    const found = sortRows(
      named.filter((entry) =>
        matches(q, entry.repository.fullPath, entry.sourceFile, entry.versionConstraint ?? ""),
      ),
      sort,
      {
        repository: (entry) => entry.repository.fullPath,
        version_constraint: (entry) => entry.versionConstraint,
        is_latest: (entry) => Number(entry.standing === "latest"),
        source_file: (entry) => entry.sourceFile,
      },
    );
    return {
      total: found.length,
      unnamed: names && listed.length - named.length,
      body: {
        artifact: presented,
        consumers: found.slice(offset, offset + limit).map((entry) => presentEntry(entry, row.version)),
        unnamed: names?.describe(countRepositories(listed) - countRepositories(named)),
        consumersOnLatest: countRepositories(onLatest),
        consumersLagging: laggingIds.size,
        latestVersion: row.version,
        totalConsumers: countRepositories(entries),
        stateBreakdown: breakdown(entries),
      },
    };
  });
}

const presentEntry = (entry: ConsumerEntry, latest: string | null) => ({
  repository: entry.repository,
  isLatest: entry.standing === "latest",
  standing: standingInRow(entry, latest),
  sourceFile: entry.sourceFile,
  sourceLine: entry.sourceLine,
  versionConstraint: entry.versionConstraint,
  importCount: entry.importCount,
  versionConstraintState: entry.versionConstraintState,
});

function breakdown(entries: readonly ConsumerEntry[]): Record<VersionConstraintState, number> {
  const counts = Object.fromEntries(VERSION_CONSTRAINT_STATES.map((state) => [state, 0]));
  for (const entry of entries)
    counts[entry.versionConstraintState] = (counts[entry.versionConstraintState] ?? 0) + 1;
  return counts as Record<VersionConstraintState, number>;
}

/** Returns an artifact's published versions and the versions that consumers use, newest first. */
export function listArtifactVersions(
  ctx: Context,
  { artifactId, limit, offset }: { artifactId: string } & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    const row = await getArtifactRow(tx, artifactId);
    const entries = await selectConsumerEntries(tx, row);
    const scheme = versioningOf(row.versioning);
    const isSame = (a: string, b: string): boolean => a === b || scheme.compare(a, b) === 0;
    // The latest version may be known only from a repository that mentions it.
    const stated = [row.version, ...entries.map(statedVersion)].filter((version) => version !== null);
    const unpublished = stated.filter((version) => !row.versions.some((known) => isSame(known, version)));
    const versions = newestFirst(row.versioning, [...row.versions, ...unpublished]);
    const body = versions.slice(offset, offset + limit).map((version) => ({
      version,
      consumerCount: countRepositories(
        entries.filter((entry) => {
          const used = statedVersion(entry);
          return used !== null && isSame(used, version);
        }),
      ),
      isLatest: row.version !== null && isSame(version, row.version),
      publishedAt: null,
    }));
    return { total: versions.length, body };
  });
}

/** A use of the artifact by repository, file and constraint, with `importCount` declarations. */
export interface ConsumerEntry {
  repository: { id: string; name: string; fullPath: string };
  sourceFile: string;
  sourceLine: number | null;
  versionConstraint: string | null;
  versionConstraintState: VersionConstraintState;
  versionComment: string | null;
  versioning: ArtifactRow["versioning"];
  importCount: number;
  standing: "latest" | "lagging" | "unknown";
}

/** Returns the declarations of an artifact with these roles in other repositories, ordered by repository, file and constraint. */
export async function selectConsumerEntries(
  tx: Transaction,
  row: ArtifactRow,
  roles: readonly Role[] = DEPENDENCY_ROLES,
): Promise<ConsumerEntry[]> {
  const groups = await tx
    .select({
      repository: { id: repository.id, name: repository.name, fullPath: repository.fullPath },
      sourceFile: dependency.sourceFile,
      sourceLine: min(dependency.sourceLine),
      versionConstraint: dependency.versionConstraint,
      versionConstraintState: dependency.versionConstraintState,
      versionComment: min(dependency.versionComment),
      versioning: dependency.versioning,
      importCount: count(),
    })
    .from(dependency)
    .innerJoin(artifact, eq(artifact.id, dependency.artifactId))
    .innerJoin(repository, eq(repository.id, dependency.sourceRepositoryId))
    .where(and(eq(dependency.artifactId, row.id), isElsewhere, inArray(dependency.role, [...roles])))
    .groupBy(
      repository.id,
      repository.name,
      repository.fullPath,
      dependency.sourceFile,
      dependency.versionConstraint,
      dependency.versionConstraintState,
      dependency.versioning,
    )
    .orderBy(
      asc(repository.fullPath),
      asc(dependency.sourceFile),
      sql`${dependency.versionConstraint} nulls first`,
    );
  return groups.map((group) => ({ ...group, standing: standing(group, row.version) }));
}

export const countRepositories = (entries: readonly ConsumerEntry[]): number =>
  new Set(entries.map((entry) => entry.repository.id)).size;
