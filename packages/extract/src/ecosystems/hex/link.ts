import { posix } from "node:path";
import { LocalCompositions } from "../../composition.ts";
import { interpolate } from "../../document/ruby-elixir.ts";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import { createLocks } from "./locks.ts";
import type { Dependency, HexFacts } from "./read.ts";
import { APPLICATION } from "./read-rebar.ts";
import { roleOf } from "./role.ts";

type Manifest = Facts<HexFacts>;

/** Packages in test folders declare dependencies but are not produced. */
export function link({ repository, files, tree }: LinkInput<HexFacts>): LinkResult {
  const ownFiles = files.filter(({ path }) => !isTestInput(path));
  const real = namesOf(ownFiles);
  const all = namesOf(files);
  const isExternal = leadsElsewhere(repository);
  const artifacts = findArtifacts(ownFiles);
  const scopes = scopesOf(ownFiles, artifacts);
  const compositions = new LocalCompositions(artifacts);
  const findLock = createLocks(files, tree);
  const declare = (file: Manifest, dependency: Dependency): Declaration[] => {
    const { path, facts } = file;
    const declaration: Declaration = {
      ...declarationOf(file, dependency),
      scope: scopes.byFile.get(path) ?? unitScope("hex", posix.dirname(path)),
    };
    const { app, git, isInUmbrella } = dependency;
    const inner =
      git === null ? (scopes.byName.get(app) ?? scopes.byName.get(declaration.artifact)) : undefined;
    if (inner !== undefined) compositions.add(declaration, inner);
    const isLocal =
      isInUmbrella ||
      isInFolder(path, dependency, facts) ||
      (isTestInput(path) ? all : real).has(declaration.artifact);
    return isLocal || !isExternal(declaration) ? [] : [{ ...declaration, locked: findLock(file, app) }];
  };
  return {
    declarations: files.flatMap((file) =>
      file.facts.dependencies.flatMap((dependency) => declare(file, dependency)),
    ),
    artifacts,
    compositions: compositions.list(),
    problems: [],
    readLines: files.flatMap(({ path, facts }) => facts.gitLines.map((line) => ({ file: path, line }))),
  };
}

const nameOf = ({ app, packageName }: HexFacts): string | null => packageName ?? app?.name ?? null;

const namesOf = (files: readonly Manifest[]): Set<string> =>
  new Set(files.flatMap(({ facts }) => nameOf(facts) ?? []));

const bind = (text: string | null, { attributes }: HexFacts): string | null =>
  text && interpolate(text, attributes);

/** Returns the code in a text: an interpolation, or a tag of EEx. */
const unboundIn = (text: string | null): string | null =>
  /\$\{[^{}]*\}|<%[^%]{0,200}%>/.exec(text ?? "")?.[0] ?? null;

/** Returns the scopes of artifacts by file, and by the names of applications and packages. */
function scopesOf(
  files: readonly Manifest[],
  artifacts: readonly ProducedArtifact[],
): { byFile: ReadonlyMap<string, string>; byName: ReadonlyMap<string, string> } {
  const byFile = new Map(artifacts.map((artifact) => [artifact.sourceFile, scopeOf(artifact)]));
  const byName = new Map<string, string>();
  for (const { path, facts } of files) {
    const scope = byFile.get(path);
    for (const name of [facts.app?.name, facts.packageName])
      if (name != null && scope !== undefined) byName.set(name, scope);
  }
  for (const { path, facts } of files) {
    const scope = facts.app && byName.get(facts.app.name);
    if (scope != null && APPLICATION.test(path))
      byFile.set(posix.join(posix.dirname(path), "../rebar.config"), scope);
  }
  return { byFile, byName };
}

/** Whether a package comes from a folder of the repository. */
const isInFolder = (file: string, { git, path }: Dependency, facts: HexFacts): boolean =>
  git === null && path !== null && isWithinRepository(file, bind(path, facts) ?? path);

function declarationOf({ path, facts }: Manifest, dependency: Dependency): Declaration {
  const bound = (text: string | null): string | null => bind(text, facts);
  const [constraint, git, ref] = [bound(dependency.constraint), bound(dependency.git), bound(dependency.ref)];
  const artifact = dependency.package ?? dependency.app;
  const place = git === null ? null : `${git}${ref === null ? "" : `#${ref}`}`;
  const words = [dependency.app, dependency.package, constraint, place];
  const versionConstraint = git === null ? constraint : ref;
  return {
    ecosystem: "hex",
    dependencyType: "hex_package",
    sourceFile: path,
    sourceLine: dependency.line,
    rawReference: words.filter((word) => word !== null).join(" "),
    artifact,
    versionConstraint,
    versioning: git === null ? "hex" : "git",
    unbound: unboundIn(artifact) ?? unboundIn(git) ?? unboundIn(versionConstraint),
    versionComment: null,
    lookups: unboundIn(git ?? artifact) === null ? lookupsOf(artifact, git) : [],
    ...(git !== null && { targetName: artifactName("hex_package", artifact) }),
    evidence: { class: "manifest", rule: "hex.dependency" },
    // Projects that are generated from a template use what it requires.
    role: facts.isTemplate ? "example" : roleOf(dependency),
  };
}

/** A path outside the repository is a checkout of the package that the entry names. */
function lookupsOf(name: string, git: string | null): string[] {
  if (git === null) return [artifactName("hex_package", name)];
  return gitLookups(git);
}

/** Some projects describe an application for Mix and for Rebar. */
function findArtifacts(files: readonly Manifest[]): ProducedArtifact[] {
  const isDescription = ({ path }: Manifest): boolean => APPLICATION.test(path);
  const names = new Set<string>();
  return files
    .toSorted((a, b) => Number(isDescription(a)) - Number(isDescription(b)))
    .flatMap((file) => {
      const artifact = findArtifact(file);
      if (!artifact || (isDescription(file) && names.has(artifact.name))) return [];
      names.add(artifact.name);
      return [artifact];
    });
}

function findArtifact({ path, facts }: Manifest): ProducedArtifact | undefined {
  const name = bind(nameOf(facts), facts);
  const version = bind(facts.version, facts);
  if (name === null || facts.app === null || unboundIn(name) !== null) return undefined;
  return {
    ecosystem: "hex",
    artifactType: "hex_package",
    name,
    version: unboundIn(version) === null ? version : null,
    registryUrl: null,
    sourceFile: path,
    sourceLine: facts.app.line,
    announces: [artifactName("hex_package", name)],
    evidence: { class: "manifest", rule: "hex.app" },
  };
}
