import { repositoryRelease } from "@knockon/graph/versions/published-versions";
import { versioningOf } from "@knockon/graph/versions/scheme";
import { schemeOfType } from "@knockon/extract/version";
import type { Report, ReportArtifact } from "./report.ts";

/** Manifests on the default branch often name the next pre-release. */
const isReleased = ({ artifact_type, version }: ReportArtifact): boolean =>
  version !== null && versioningOf(schemeOfType(artifact_type)).isStable(version);

/** Returns a function from a repository and one of its scopes to the latest release, or null if it is unknown. */
export function latestReleases(report: Report): (repository: string, scope: string) => string | null {
  const releases = new Map(
    report.artifacts
      .filter(isReleased)
      .map((one) => [`${one.source_repository} ${one.artifact_type}:${one.name}`, one.version]),
  );
  const tags = new Map(report.repositories.map((one) => [one.full_path, one.tags ?? []]));
  return (repository, scope) =>
    releases.get(`${repository} ${scope}`) ??
    repositoryRelease(repository, tags.get(repository) ?? [], scope) ??
    null;
}
