import type { Declaration } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName } from "../../name.ts";
import { isWithinRepository } from "../../within-repository.ts";
import type { Requirement, Source } from "./facts.ts";
import { versionOfArchive } from "./source.ts";

/** Undefined for what the repository itself provides. */
export function findDeclaration(
  sourceFile: string,
  requirement: Requirement,
  source: Source,
): Declaration | undefined {
  if (source.kind === "local") return undefined;
  if (source.kind === "path" && isWithinRepository(sourceFile, source.path)) return undefined;
  return {
    ecosystem: "pypi",
    dependencyType: "python_package",
    sourceFile,
    sourceLine: requirement.line,
    rawReference: requirement.raw,
    artifact: requirement.name ?? requirement.raw,
    versionConstraint: constraintOf(source),
    versioning: source.kind === "git" ? "git" : "pep440",
    unbound: requirement.unbound,
    versionComment: null,
    lookups: lookupsOf(requirement, source),
    evidence: { class: "manifest", rule: `pypi.${requirement.group}` },
  };
}

function constraintOf(source: Exclude<Source, { kind: "local" }>): string | null {
  if (source.kind === "index") return source.constraint;
  if (source.kind === "git") return source.ref;
  return source.kind === "url" ? versionOfArchive(source.url) : null;
}

/** A folder outside the repository is somebody's checkout of the package that is named. */
function lookupsOf({ name }: Requirement, source: Source): string[] {
  if (source.kind === "git") {
    const location = parseGitUrl(source.url)?.location;
    return location === undefined ? [] : [gitName(location)];
  }
  return name === null ? [] : [artifactName("python_package", name)];
}
