import type { Declaration } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName } from "../../name.ts";
import { findGitSpecifier, type GitSpecifier } from "../npm/git-specifier.ts";
import { isPackageName, nameOfSelector, parseSpecifier } from "../npm/specifier.ts";
import { parseRequirement } from "../pypi/requirement.ts";

export type Package = Pick<
  Declaration,
  "dependencyType" | "artifact" | "versionConstraint" | "versioning" | "lookups"
>;

/** `name@npm:other`, which must not be mistaken for `git@host:path`. */
const WITH_PROTOCOL = /^[\w.~+-]+@[\w+]+:/;

/** Parses an argument of `npm install`. Undefined for folders and texts that do not name a package. */
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

/** Parses an argument of `pip install`. Undefined for folders and texts that do not name a package. */
export function findPythonPackage(text: string): Package | undefined {
  const { name, source } = parseRequirement(text) ?? {};
  if (name == null || source === undefined) return undefined;
  if (source.kind === "git") {
    const location = parseGitUrl(source.url)?.location;
    return {
      dependencyType: "python_package",
      artifact: name,
      versionConstraint: source.ref,
      versioning: "git",
      lookups: location === undefined ? [] : [gitName(location)],
    };
  }
  if (source.kind !== "index") return undefined;
  return {
    dependencyType: "python_package",
    artifact: name,
    versionConstraint: source.constraint,
    versioning: "pep440",
    lookups: [artifactName("python_package", name)],
  };
}
