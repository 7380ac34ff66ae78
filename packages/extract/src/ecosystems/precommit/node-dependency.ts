import type { Declaration } from "../../ecosystem.ts";
import { artifactName, gitName } from "../../name.ts";
import { findGitSpecifier, type GitSpecifier } from "../npm/git-specifier.ts";
import { isPackageName, nameOfSelector } from "../npm/package-name.ts";
import { parseSpecifier } from "../npm/specifier.ts";

/** A package that a hook's dependency names. */
export type Package = Pick<
  Declaration,
  "dependencyType" | "artifact" | "versionConstraint" | "versioning" | "lookups"
>;

/** `name@npm:other`, which looks like `git@host:path`. */
const WITH_PROTOCOL = /^[\w.~+-]+@[\w+]+:/;

/** What `npm install` would take the text for; undefined for a folder or anything that names no package. */
export function findNodePackage(text: string): Package | undefined {
  const git = WITH_PROTOCOL.test(text) ? undefined : findGitSpecifier(text);
  if (git) return gitPackage(git, git.location ?? text);
  const name = nameOfSelector(text);
  if (!isPackageName(name)) return undefined;
  const specifier = parseSpecifier(name, text.slice(name.length + 1));
  if (specifier.kind === "git") return gitPackage(specifier, name);
  if (specifier.kind !== "registry") return undefined;
  return {
    dependencyType: "npm_package",
    artifact: specifier.name,
    versionConstraint: specifier.constraint || null,
    versioning: "npm",
    lookups: [artifactName("npm_package", specifier.name)],
  };
}

const gitPackage = ({ location, constraint, versioning }: GitSpecifier, artifact: string): Package => ({
  dependencyType: "npm_package",
  artifact,
  versionConstraint: constraint,
  versioning,
  lookups: location === undefined ? [] : [gitName(location)],
});
