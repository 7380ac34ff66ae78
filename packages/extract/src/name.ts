/**
 * Names connect declarations with producers. A producer announces names, a declaration looks up names, and resolution
 * joins the two on equality. A name is `kind:value`, with the value normalized for its kind.
 *
 * - `git:github.com/acme/base`: a repository by host and path (see `git-url.ts`). Every repository announces it.
 * - `path:acme/base`: a repository by its path on its organization's host. Every repository announces it.
 * - `npm_package:@acme/ui`, or any other artifact type: an artifact of that name.
 * - `program:acmectl`: a program that an artifact contains.
 * - `convention:terraform_module:acme/vpc/aws`: a name that follows from a naming convention, not from a manifest.
 */
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Declaration, RepositoryIdentity } from "./ecosystem.ts";
import { parseGitUrl } from "./git-url.ts";

/** `location` is `host/path` as in `GitUrl`. */
export const gitName = (location: string): string => `git:${location.toLowerCase()}`;

/** `fullPath` is `org/repo`. Hosts compare it case-insensitively. */
export const pathName = (fullPath: string): string => `path:${fullPath.toLowerCase()}`;

/** `name` is already normalized for its ecosystem. */
export const artifactName = (type: ArtifactType, name: string): string => `${type}:${name}`;

/** `name` is the name of its executable file. */
export const programName = (name: string): string => `program:${name}`;

/** Resolves with less confidence than `artifactName`. */
export const conventionName = (type: ArtifactType, name: string): string => `convention:${type}:${name}`;

/** Returns the lookups for a git URL: none if it names no repository. */
export function gitLookups(url: string): string[] {
  const location = parseGitUrl(url)?.location;
  return location === undefined ? [] : [gitName(location)];
}

/** Maven groups named after an account of a git host, as Maven Central verifies and JitPack builds them. */
const ACCOUNT_GROUP =
  /^(?:com|io|org)\.(?<host>github|gitlab|bitbucket)\.(?<owner>[^.]+)(?:\.(?<repository>[^.]+))?$/;

/** Returns the artifact's name, then the repository that the group is named after. */
export function mavenLookups(groupId: string, artifactId: string): string[] {
  const { host, owner, repository = artifactId } = ACCOUNT_GROUP.exec(groupId)?.groups ?? {};
  const domain = host === "bitbucket" ? "org" : "com";
  const fromGroup = host === undefined ? [] : gitLookups(`https://${host}.${domain}/${owner}/${repository}`);
  return [artifactName("maven_artifact", `${groupId}:${artifactId}`), ...fromGroup];
}

/** Returns a filter for declarations that do not refer to the repository's own clone URL. */
export function leadsElsewhere({
  cloneUrl,
}: Pick<RepositoryIdentity, "cloneUrl">): (declaration: Pick<Declaration, "lookups">) => boolean {
  const [own] = gitLookups(cloneUrl ?? "");
  return ({ lookups }) => own === undefined || !lookups.includes(own);
}
