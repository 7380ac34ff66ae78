import { interpolate } from "../../document/ruby-elixir.ts";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import type { Dependency, HexFacts } from "./facts.ts";

type Manifest = Facts<HexFacts>;

/** Packages that tests make up count for what they ask for, but nobody gets them from here. */
export function link({ repository, files }: LinkInput<HexFacts>): LinkResult {
  const real = namesOf(files.filter(({ path }) => !isTestInput(path)));
  const all = namesOf(files);
  const isForeign = leadsElsewhere(repository);
  return {
    declarations: files.flatMap((file) =>
      file.facts.dependencies
        .flatMap((dependency) => findDeclaration(file, dependency) ?? [])
        .filter((each) => !(isTestInput(file.path) ? all : real).has(each.artifact) && isForeign(each)),
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

/** Undefined for a package of the repository itself. */
function findDeclaration({ path, facts }: Manifest, dependency: Dependency): Declaration | undefined {
  const bound = (text: string | null): string | null => bind(text, facts);
  const [constraint, git, ref] = [bound(dependency.constraint), bound(dependency.git), bound(dependency.ref)];
  const folder = bound(dependency.path);
  if (git === null && folder !== null && isWithinRepository(path, folder)) return undefined;
  const artifact = dependency.package ?? dependency.app;
  const place = git === null ? null : `${git}${ref === null ? "" : `#${ref}`}`;
  const words = [dependency.app, dependency.package, constraint, place];
  const stated = git === null ? constraint : ref;
  return {
    ecosystem: "hex",
    dependencyType: "hex_package",
    sourceFile: path,
    sourceLine: dependency.line,
    rawReference: words.filter((word) => word !== null).join(" "),
    artifact,
    versionConstraint: stated,
    versioning: git === null ? "hex" : "git",
    unbound: unboundIn(artifact) ?? unboundIn(git) ?? unboundIn(stated),
    versionComment: null,
    lookups: unboundIn(git ?? artifact) === null ? lookupsOf(artifact, git) : [],
    evidence: { class: "manifest", rule: "hex.dependency" },
  };
}

/** A folder outside the repository is somebody's checkout of the package that is named. */
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
