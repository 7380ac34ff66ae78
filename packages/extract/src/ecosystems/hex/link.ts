import { interpolate } from "../../document/ruby-elixir.ts";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import type { Dependency, HexFacts } from "./read.ts";

type Manifest = Facts<HexFacts>;

/** Packages in test folders declare dependencies but are not produced. */
export function link({ repository, files }: LinkInput<HexFacts>): LinkResult {
  const real = namesOf(files.filter(({ path }) => !isTestInput(path)));
  const all = namesOf(files);
  const isExternal = leadsElsewhere(repository);
  return {
    declarations: files.flatMap((file) =>
      file.facts.dependencies
        .flatMap((dependency) => findDeclaration(file, dependency) ?? [])
        .filter((each) => !(isTestInput(file.path) ? all : real).has(each.artifact) && isExternal(each)),
    ),
    artifacts: files.filter(({ path }) => !isTestInput(path)).flatMap((file) => findArtifact(file) ?? []),
    problems: [],
    readLines: files.flatMap(({ path, facts }) => facts.gitLines.map((line) => ({ file: path, line }))),
  };
}

const nameOf = ({ app, packageName }: HexFacts): string | null => packageName ?? app?.name ?? null;

const namesOf = (files: readonly Manifest[]): Set<string> =>
  new Set(files.flatMap(({ facts }) => nameOf(facts) ?? []));

const bind = (text: string | null, { attributes }: HexFacts): string | null =>
  text && interpolate(text, attributes);

const unboundIn = (text: string | null): string | null => /\$\{[^{}]*\}/.exec(text ?? "")?.[0] ?? null;

/** Returns undefined for a package in the repository itself. */
function findDeclaration({ path, facts }: Manifest, dependency: Dependency): Declaration | undefined {
  const bound = (text: string | null): string | null => bind(text, facts);
  const [constraint, git, ref] = [bound(dependency.constraint), bound(dependency.git), bound(dependency.ref)];
  const folder = bound(dependency.path);
  if (git === null && folder !== null && isWithinRepository(path, folder)) return undefined;
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
    evidence: { class: "manifest", rule: "hex.dependency" },
  };
}

/** A path outside the repository is a checkout of the package that the entry names. */
function lookupsOf(name: string, git: string | null): string[] {
  if (git === null) return [artifactName("hex_package", name)];
  return gitLookups(git);
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
