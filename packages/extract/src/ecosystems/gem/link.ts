import { interpolate } from "../../document/ruby-elixir.ts";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import type { Dependency, GemFacts } from "./read.ts";

type GemFile = Facts<GemFacts>;

/** Gems in test folders declare dependencies but are not produced. */
export function link({ repository, files }: LinkInput<GemFacts>): LinkResult {
  const real = namesOf(files.filter(({ path }) => !isTestInput(path)));
  const all = namesOf(files);
  const isExternal = leadsElsewhere(repository);
  return {
    declarations: files.flatMap((file) =>
      file.facts.dependencies
        .toSorted((a, b) => a.line - b.line)
        .flatMap((dependency) => findDeclaration(file, dependency) ?? [])
        .filter((each) => !(isTestInput(file.path) ? all : real).has(each.artifact) && isExternal(each)),
    ),
    artifacts: files.filter(({ path }) => !isTestInput(path)).flatMap((file) => findArtifact(file) ?? []),
    problems: [],
    readLines: files.flatMap(({ path, facts }) => facts.gitLines.map((line) => ({ file: path, line }))),
  };
}

const namesOf = (files: readonly GemFile[]): Set<string> =>
  new Set(files.flatMap(({ facts }) => (facts.gem ? [facts.gem.name] : [])));

const unboundIn = (text: string | null): string | null => /\$\{[^{}]*\}/.exec(text ?? "")?.[0] ?? null;

/** Returns undefined for a gem in the repository itself. */
function findDeclaration({ path, facts }: GemFile, dependency: Dependency): Declaration | undefined {
  const bound = (text: string | null): string | null => text && interpolate(text, facts.assigned);
  const [name, git, ref] = [bound(dependency.name) ?? "", bound(dependency.git), bound(dependency.ref)];
  const [constraint, folder] = [bound(dependency.constraint), bound(dependency.path)];
  if (git === null && folder !== null && isWithinRepository(path, folder)) return undefined;
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
    lookups: isTargetUnbound ? [] : lookupsOf(name, git),
    evidence: { class: "manifest", rule: `gem.${dependency.rule}` },
  };
}

/** A path outside the repository is a checkout of the gem that the entry names. */
function lookupsOf(name: string, git: string | null): string[] {
  if (git === null) return [artifactName("ruby_gem", name)];
  return gitLookups(git);
}

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
