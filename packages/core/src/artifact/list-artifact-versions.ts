import { inWorkspace } from "@knockon/db/in-workspace";
import { newestFirst, statedVersion } from "@knockon/graph/versions/standing";
import { versioningOf } from "@knockon/graph/versions/scheme";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { getArtifactRow } from "./artifact-rows.ts";
import { countRepositories, selectConsumerEntries } from "./consumer-entries.ts";

/** The versions an artifact was published at, and those that somebody names, newest first. */
export function listArtifactVersions(
  ctx: Context,
  { artifactId, limit, offset }: { artifactId: string } & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    const row = await getArtifactRow(tx, artifactId);
    const entries = await selectConsumerEntries(tx, row);
    const scheme = versioningOf(row.versioning);
    const isSame = (a: string, b: string): boolean => a === b || scheme.compare(a, b) === 0;
    const named = entries.flatMap((entry) => statedVersion(entry) ?? []);
    const unpublished = named.filter((version) => !row.versions.some((known) => isSame(known, version)));
    const versions = newestFirst(row.versioning, [...row.versions, ...unpublished]);
    const body = versions.slice(offset, offset + limit).map((version) => ({
      version,
      consumerCount: countRepositories(
        entries.filter((entry) => {
          const stated = statedVersion(entry);
          return stated !== null && isSame(stated, version);
        }),
      ),
      isLatest: row.version !== null && isSame(version, row.version),
      publishedAt: null,
    }));
    return { total: versions.length, body };
  });
}
