import {
  VERSION_CONSTRAINT_STATES,
  type VersionConstraintState,
} from "@knockon/contract/vocabulary/version-constraint-state";
import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { findArtifact, getArtifactRow } from "./artifact-rows.ts";
import { countRepositories, selectConsumerEntries, type ConsumerEntry } from "./consumer-entries.ts";

/** Who uses an artifact, from which file, at which version. Repositories are counted once; lagging if any entry lags. */
export function listArtifactConsumers(
  ctx: Context,
  { artifactId, limit, offset }: { artifactId: string } & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    const row = await getArtifactRow(tx, artifactId);
    const presented = await findArtifact(tx, artifactId);
    if (!presented) throw new Error("The artifact was there a moment ago.");
    const entries = await selectConsumerEntries(tx, row);
    const lagging = entries.filter((entry) => entry.standing === "lagging");
    const laggingIds = new Set(lagging.map((entry) => entry.repository.id));
    const onLatest = entries.filter(
      (entry) => entry.standing === "latest" && !laggingIds.has(entry.repository.id),
    );
    return {
      total: entries.length,
      body: {
        artifact: presented,
        consumers: entries.slice(offset, offset + limit).map(presentEntry),
        consumersOnLatest: countRepositories(onLatest),
        consumersLagging: laggingIds.size,
        latestVersion: row.version,
        totalConsumers: countRepositories(entries),
        stateBreakdown: breakdown(entries),
      },
    };
  });
}

const presentEntry = (entry: ConsumerEntry) => ({
  repository: entry.repository,
  isLatest: entry.standing === "latest",
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
