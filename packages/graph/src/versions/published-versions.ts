import type { VersioningScheme } from "@knockon/extract/ecosystem";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { fileScope, moduleFolderScope } from "@knockon/extract/scope";
import { schemeOfType } from "@knockon/extract/version";
import { latestOf } from "./standing.ts";
import { plainVersion, taggedVersions, type Released } from "./tag-version.ts";

/**
 * Returns the versions in an artifact's manifests and in its repository's tags. Tags are ignored if they do not include the
 * manifest's release, because they then version something else: a chart 0.3 next to an application tagged 2.0.
 */
export function publishedVersions(
  versioning: VersioningScheme,
  released: Released,
  manifestVersions: readonly string[],
  tags: readonly string[],
): string[] {
  const stated = [...new Set(manifestVersions)].flatMap((version) => plainVersion(versioning, version) ?? []);
  const tagged = taggedVersions(versioning, tags, released);
  const release = latestOf(versioning, stated);
  return release === undefined || tagged.includes(release) ? [...stated, ...tagged] : stated;
}

/** Returns the folder of a manifest. A dot folder counts as the root: a workflow publishes the repository. */
export function directoryOf(sourceFile: string): string {
  const directory = sourceFile.slice(0, Math.max(0, sourceFile.lastIndexOf("/")));
  return directory.startsWith(".") ? "" : directory;
}

/** Returns the part of an artifact name after the repository's path: `sub` for `github.com/acme/mono/sub`. */
export function directoryNamedBy(artifactName: string, fullPath: string): string {
  const path = `/${fullPath.toLowerCase()}/`;
  const at = `/${artifactName.toLowerCase()}`.indexOf(path);
  return at === -1 ? "" : artifactName.slice(at + path.length - 1);
}

const FOLDER = moduleFolderScope("");

/** Whether a use names a repository instead of one of its artifacts (see `everyScope`), one file, or the folder of a module. */
export const hasRepositoryRelease = (scope: string): boolean =>
  scope.startsWith("*") || scope.startsWith(fileScope("")) || scope.startsWith(FOLDER);

/**
 * Returns the latest release of a repository by its tags, for a use without an artifact. Undefined for a use of an artifact, and
 * without release tags.
 */
export function repositoryRelease(
  fullPath: string,
  tags: readonly string[],
  scope: string,
): string | undefined {
  if (!hasRepositoryRelease(scope)) return undefined;
  const type = scope.startsWith("*:") ? (scope.slice("*:".length) as ArtifactType) : typeOfUnit(scope);
  const scheme = schemeOfType(type);
  return latestOf(scheme, taggedVersions(scheme, tags, { name: fullPath, directory: "" }));
}

const typeOfUnit = (scope: string): ArtifactType =>
  scope.startsWith(FOLDER) ? "terraform_module" : "git_repository";
