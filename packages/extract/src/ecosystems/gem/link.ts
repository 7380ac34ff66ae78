import { posix } from "node:path";
import { interpolate } from "../../document/ruby-elixir.ts";
import type {
  Declaration,
  Facts,
  LinkInput,
  LinkResult,
  ProducedArtifact,
  RepositoryIdentity,
} from "../../ecosystem.ts";
import { LocalCompositions } from "../../composition.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import { createLocks } from "./locks.ts";
import type { Dependency, GemFacts } from "./read.ts";
import { roleOf } from "./role.ts";

type GemFile = Facts<GemFacts>;

/** Gems in test folders declare dependencies but are not produced. */
export function link({ repository, files, tree }: LinkInput<GemFacts>): LinkResult {
  const ownFiles = files.filter(({ path }) => !isTestInput(path));
  const real = namesOf(ownFiles);
  const all = namesOf(files);
  const isExternal = leadsElsewhere(repository);
  const artifacts = ownFiles.flatMap((file) => findArtifact(file) ?? []);
  const scopes = new Map(artifacts.map((artifact) => [artifact.name, scopeOf(artifact)]));
  const announced = new Set(artifacts.map(({ sourceFile }) => sourceFile));
  const libraries = new Set(ownFiles.filter(({ facts }) => facts.gem).map(({ path }) => posix.dirname(path)));
  const compositions = new LocalCompositions(artifacts);
  const findLock = createLocks(files, tree);
  const declare = (file: GemFile, dependency: Dependency): Declaration[] => {
    const { path, facts } = file;
    const folder = posix.dirname(path);
    const role = roleOf(path, dependency, libraries.has(folder));
    const declaration = {
      ...declarationOf(file, dependency, repository),
      ...(role === undefined ? {} : { role }),
      ...(announced.has(path) ? {} : { scope: unitScope("gem", folder) }),
    };
    const { artifact } = declaration;
    const inner = dependency.git === null ? scopes.get(artifact) : undefined;
    if (inner !== undefined) compositions.add(declaration, inner);
    const isLocal = isInFolder(path, dependency, facts) || (isTestInput(path) ? all : real).has(artifact);
    return isLocal || !isExternal(declaration) ? [] : [{ ...declaration, locked: findLock(file, artifact) }];
  };
  return {
    declarations: files.flatMap((file) =>
      file.facts.dependencies
        .toSorted((a, b) => a.line - b.line)
        .flatMap((dependency) => declare(file, dependency)),
    ),
    artifacts,
    compositions: compositions.list(),
    problems: [],
    readLines: files.flatMap(({ path, facts }) => facts.gitLines.map((line) => ({ file: path, line }))),
  };
}

const namesOf = (files: readonly GemFile[]): Set<string> =>
  new Set(files.flatMap(({ facts }) => (facts.gem ? [facts.gem.name] : [])));

const unboundIn = (text: string | null): string | null => /\$\{[^{}]*\}/.exec(text ?? "")?.[0] ?? null;

/** Whether a gem comes from a folder of the repository. */
function isInFolder(file: string, { git, path }: Dependency, { assigned }: GemFacts): boolean {
  return git === null && path !== null && isWithinRepository(file, interpolate(path, assigned));
}

function declarationOf(
  { path, facts }: GemFile,
  dependency: Dependency,
  repository: RepositoryIdentity,
): Declaration {
  const bound = (text: string | null): string | null => text && interpolate(text, facts.assigned);
  const [name, git, ref] = [bound(dependency.name) ?? "", bound(dependency.git), bound(dependency.ref)];
  const constraint = bound(dependency.constraint);
  const isTargetUnbound = unboundIn(git ?? name) !== null;
  const place = git === null ? null : `${git}${ref === null ? "" : `#${ref}`}`;
  return {
    ecosystem: "gem",
    dependencyType: "ruby_gem",
    sourceFile: path,
    sourceLine: dependency.line,
    rawReference: [name, constraint, place].filter((each) => each !== null).join(" "),
    artifact: name,
    versionConstraint: git === null ? constraint : ref,
    versioning: git === null ? "ruby" : "git",
    unbound: unboundIn(name) ?? unboundIn(git) ?? unboundIn(git === null ? constraint : ref),
    versionComment: null,
    lookups: isTargetUnbound ? [] : lookupsOf(name, git, repository),
    ...(git !== null && { targetName: artifactName("ruby_gem", name) }),
    evidence: { class: "manifest", rule: `gem.${dependency.rule}` },
  };
}

/**
 * A path outside the repository is a checkout of the gem that the entry names. A repository of the own owner may have been renamed since, so
 * the gem is looked up as well.
 */
function lookupsOf(name: string, git: string | null, { fullPath }: RepositoryIdentity): string[] {
  const gem = artifactName("ruby_gem", name);
  if (git === null) return [gem];
  const isOwn = ownerIn(parseGitUrl(git)?.path) === ownerIn(fullPath);
  return [...gitLookups(git), ...(isOwn ? [gem] : [])];
}

const ownerIn = (path: string | undefined): string | undefined => path?.split("/")[0]?.toLowerCase();

function findArtifact({ path, facts }: GemFile): ProducedArtifact | undefined {
  if (!facts.gem) return undefined;
  const name = interpolate(facts.gem.name, facts.assigned);
  const version = facts.gem.version && interpolate(facts.gem.version, facts.assigned);
  if (name === "" || unboundIn(name) !== null) return undefined;
  return {
    ecosystem: "gem",
    artifactType: "ruby_gem",
    name,
    version: unboundIn(version) === null ? version : null,
    registryUrl: null,
    sourceFile: path,
    sourceLine: facts.gem.line,
    announces: [artifactName("ruby_gem", name)],
    evidence: { class: "manifest", rule: "gem.name" },
  };
}
