import { findPlaceholder } from "../../document/templated-yaml.ts";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import type { Dependency, PubFacts } from "./read.ts";

/** Skips the repository's own packages, whether they come from a workspace or a server. */
export function linkPubspecs({ repository, files }: LinkInput<PubFacts>): LinkResult {
  const ownPackages = new Set(
    files.flatMap(({ path, facts }) => (isTestInput(path) ? [] : (facts.package?.name ?? []))),
  );
  const declarations = files.flatMap(({ path, facts }) =>
    facts.dependencies
      .filter(({ name, source }) => source.kind === "git" || !ownPackages.has(name))
      .flatMap((dependency) => findDeclaration(path, dependency) ?? [])
      .toSorted((a, b) => a.sourceLine - b.sourceLine),
  );
  return {
    declarations: declarations.filter(leadsElsewhere(repository)),
    artifacts: files.flatMap((file) => findArtifact(file) ?? []),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("pub", path, each)),
    ),
  };
}

/** Undefined for packages inside the repository and packages of an SDK. */
function findDeclaration(
  sourceFile: string,
  { group, name, line, version, source }: Dependency,
): Declaration | undefined {
  if (source.kind === "local" && (source.path === null || isWithinRepository(sourceFile, source.path)))
    return undefined;
  const ref = source.kind === "git" ? source.ref : null;
  const unboundName = findPlaceholder(source.kind === "git" ? source.url : name);
  const location = source.kind === "git" ? source.url : source.kind === "local" ? source.path : null;
  return {
    ecosystem: "pub",
    dependencyType: "dart_package",
    sourceFile,
    sourceLine: source.kind === "git" ? source.line : line,
    rawReference: [name, location, ref ?? version].filter((part) => part !== null).join(" "),
    artifact: name,
    versionConstraint: ref ?? version,
    versioning: source.kind === "git" && (ref !== null || version === null) ? "git" : "pub",
    unbound: unboundName ?? findPlaceholder(ref ?? version ?? ""),
    versionComment: null,
    lookups: unboundName === null ? lookupsOf(name, source) : [],
    evidence: { class: "manifest", rule: `pub.${group}` },
  };
}

/** A folder outside the repository is looked up by the package name: it is probably a checkout of that package. */
const lookupsOf = (name: string, source: Dependency["source"]): string[] =>
  source.kind === "git" ? gitLookups(source.url) : [artifactName("dart_package", name)];

/** Undefined for packages that are not published (`publish_to: none`). */
function findArtifact({ path, facts }: Facts<PubFacts>): ProducedArtifact | undefined {
  if (!facts.package || facts.package.publishTo === "none" || isTestInput(path)) return undefined;
  const { name, line, version, publishTo } = facts.package;
  if (findPlaceholder(name) !== null) return undefined;
  return {
    ecosystem: "pub",
    artifactType: "dart_package",
    name,
    version: version !== null && findPlaceholder(version) === null ? version : null,
    registryUrl: publishTo,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("dart_package", name)],
    evidence: { class: "manifest", rule: "pub.name" },
  };
}
