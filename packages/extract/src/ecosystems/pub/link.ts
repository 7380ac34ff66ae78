import { posix } from "node:path";
import { LocalCompositions } from "../../composition.ts";
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
import { scopeOf, unitScope } from "../../scope.ts";
import { createLocks } from "./locks.ts";
import type { Dependency, PubFacts } from "./read.ts";

/** Skips the repository's own packages, whether they come from a workspace or a server. */
export function linkPubspecs({ repository, files, tree }: LinkInput<PubFacts>): LinkResult {
  const artifacts = files.flatMap((file) => findArtifact(file) ?? []);
  const announced = new Map(artifacts.map((artifact) => [artifact.sourceFile, scopeOf(artifact)]));
  const scopeOfFile = (path: string): string =>
    announced.get(path.replace("_overrides.yaml", ".yaml")) ?? unitScope("pub", posix.dirname(path));
  const ownPackages = new Map(
    files.flatMap(({ path, facts }) =>
      isTestInput(path) || !facts.package ? [] : [[facts.package.name, scopeOfFile(path)] as const],
    ),
  );
  const compositions = new LocalCompositions(artifacts);
  const findLock = createLocks(files, tree);
  const declare = (file: Facts<PubFacts>, dependency: Dependency, isDevelopment: boolean): Declaration[] => {
    const { path } = file;
    const { name, source } = dependency;
    const declaration: Declaration = {
      ...declarationOf(path, dependency),
      ...(isDevelopment ? { role: "dev" } : {}),
      scope: scopeOfFile(path),
    };
    const inner = source.kind === "git" ? undefined : ownPackages.get(name);
    if (inner !== undefined) compositions.add(declaration, inner);
    if (inner !== undefined || isInRepository(path, dependency)) return [];
    return [{ ...declaration, locked: findLock(file, name) }];
  };
  const declarations = files.flatMap((file) => {
    const isDevelopment = developmentIn(file);
    return file.facts.dependencies
      .flatMap((dependency) => declare(file, dependency, isDevelopment(dependency)))
      .toSorted((a, b) => a.sourceLine - b.sourceLine);
  });
  return {
    declarations: declarations.filter(leadsElsewhere(repository)),
    artifacts,
    compositions: compositions.list(),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("pub", path, each)),
    ),
  };
}

/** Overrides of packages that only development needs are for development as well. */
function developmentIn({ path, facts }: Facts<PubFacts>): (dependency: Dependency) => boolean {
  const namesIn = (group: string): Set<string> =>
    new Set(facts.dependencies.filter((each) => each.group === group).map(({ name }) => name));
  const [runtime, development] = [namesIn("dependencies"), namesIn("dev_dependencies")];
  const isOverrides = path.endsWith("_overrides.yaml");
  return ({ group, name }) =>
    group === "dev_dependencies" ||
    (group === "dependency_overrides" && (isOverrides || (development.has(name) && !runtime.has(name))));
}

/** Whether a package comes from a folder of the repository or from an SDK. */
const isInRepository = (file: string, { source }: Dependency): boolean =>
  source.kind === "local" && (source.path === null || isWithinRepository(file, source.path));

function declarationOf(sourceFile: string, { group, name, line, version, source }: Dependency): Declaration {
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
    ...(source.kind === "git" && { targetName: artifactName("dart_package", name) }),
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
