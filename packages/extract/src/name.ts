/**
 * Names are how declarations find producers: a producer *announces* names, a declaration *looks up* names, and
 * resolution joins the two on equality. A name is `kind:value` with the value normalized for its kind, so equality
 * is all that is needed afterward.
 *
 * - `git:github.com/acme/base`: a repository, by host and path (see `git-url.ts`). Every repository announces this itself.
 * - `path:acme/base`: a repository by its path on whatever host its organization lives on. Every repository announces it.
 * - any artifact type, `npm_package:@acme/ui`: an artifact of that name.
 * - `convention:terraform_module:acme/vpc/aws`: derived from a naming convention, not announced by a manifest.
 */
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";

export type NameKind = "git" | "path" | "convention" | ArtifactType;

/** `location` is `host/path` as `parseGitUrl` gives it. */
export const gitName = (location: string): string => `git:${location.toLowerCase()}`;

/** `fullPath` is `org/repo`; hosts compare it without case. */
export const pathName = (fullPath: string): string => `path:${fullPath.toLowerCase()}`;

/** The caller normalizes `name` as its ecosystem does. */
export const artifactName = (type: ArtifactType, name: string): string => `${type}:${name}`;

/** A name that only follows from how things are usually called: resolves with less confidence. */
export const conventionName = (type: ArtifactType, name: string): string => `convention:${type}:${name}`;
