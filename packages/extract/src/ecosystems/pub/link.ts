import { findPlaceholder } from "../../document/templated-yaml.ts";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { gitLookups } from "../../git-lookups.ts";
import { leadsElsewhere } from "../../leads-elsewhere.ts";
import { artifactName } from "../../name.ts";
import { syntaxProblem } from "../../syntax-problem.ts";
import { isTestInput } from "../../test-input.ts";
import { isWithinRepository } from "../../within-repository.ts";
import type { Dependency, PubFacts } from "./read.ts";

/** Packages of the repository itself are no dependency of it, whether a workspace or a server brings them. */
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
      facts.problems.map((each) => syntaxProblem("pub", path, each)),
    ),
  };
}

/** Undefined for what lies in the repository or comes with the SDK. */
function findDeclaration(
  sourceFile: string,
  { group, name, line, version, source }: Dependency,
): Declaration | undefined {
  if (source.kind === "local" && (source.path === null || isWithinRepository(sourceFile, source.path)))
    return undefined;
  const ref = source.kind === "git" ? source.ref : null;
  const unnamed = findPlaceholder(source.kind === "git" ? source.url : name);
  const place = source.kind === "git" ? source.url : source.kind === "local" ? source.path : null;
  return {
    ecosystem: "pub",
    dependencyType: "dart_package",
    sourceFile,
    sourceLine: source.kind === "git" ? source.line : line,
    rawReference: [name, place, ref ?? version].filter((part) => part !== null).join(" "),
    artifact: name,
    versionConstraint: ref ?? version,
    versioning: source.kind === "git" && (ref !== null || version === null) ? "git" : "pub",
    unbound: unnamed ?? findPlaceholder(ref ?? version ?? ""),
    versionComment: null,
    lookups: unnamed === null ? lookupsOf(name, source) : [],
    evidence: { class: "manifest", rule: `pub.${group}` },
  };
}

/** A folder outside the repository is somebody's checkout of the package that is named. */
function lookupsOf(name: string, source: Dependency["source"]): string[] {
  if (source.kind !== "git") return [artifactName("dart_package", name)];
  return gitLookups(source.url);
}

/** None for an application, which is published to `none`: who depends on it names the repository. */
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
