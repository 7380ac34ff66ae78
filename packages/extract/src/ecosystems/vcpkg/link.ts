import { posix } from "node:path";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type Lock,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopeOf as scopeOfArtifact, Scopes, unitScope } from "../../scope.ts";
import type { Port, Registry, VcpkgFacts } from "./read.ts";

const LOCAL = /^(?:file:|[/.~]|[a-z]:[\\/])/i;

/** Skips the repository's own ports. */
export function linkVcpkgFiles({ repository, files }: LinkInput<VcpkgFacts>): LinkResult {
  const own = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const artifacts = files.flatMap((file) => findArtifact(file) ?? []);
  const ownPorts = new Map(artifacts.map((artifact) => [artifact.name, scopeOfArtifact(artifact)]));
  const scopeOf = manifestScopes(artifacts);
  const lockOf = portLocks(files);
  const declarations = files.flatMap((file) => {
    const { path, facts } = file;
    const roles = new Map(
      facts.ports.filter((port) => !isOverride(port)).map((port) => [port.name, port.role]),
    );
    return [
      ...facts.ports
        .filter(({ name }) => !ownPorts.has(name))
        .map((port) => ({
          ...portDeclaration(path, port),
          role: isOverride(port) ? (roles.get(port.name) ?? "runtime") : port.role,
          locked: lockOf(file, port),
        })),
      ...facts.registries.flatMap((registry) => findRegistry(path, registry) ?? []),
    ]
      .map((each) => ({ ...each, scope: scopeOf(path) }))
      .toSorted((a, b) => a.sourceLine - b.sourceLine);
  });
  return {
    declarations: declarations.filter(({ artifact }) => artifact !== own),
    artifacts,
    compositions: files.flatMap(({ path, facts }) =>
      facts.ports
        .filter((port) => !isOverride(port) && port.role !== "test")
        .flatMap(({ name }) => {
          const inner = ownPorts.get(name);
          return inner === undefined ? [] : [{ outer: scopeOf(path), inner }];
        }),
    ),
    problems: files.flatMap(({ path, facts }) => [
      ...facts.problems.map((each) => invalidSyntax("vcpkg", path, each)),
      ...facts.registries
        .filter(({ repository: url }) => url === null)
        .map(({ line }) =>
          invalidSyntax("vcpkg", path, { line, message: "The registry has no repository." }),
        ),
    ]),
  };
}

const isOverride = ({ rule }: Port): boolean => rule === "vcpkg.override";

/** Every folder with a manifest has its own scope. */
function manifestScopes(artifacts: readonly ProducedArtifact[]): (path: string) => string {
  const scopes = new Scopes(artifacts);
  const folders = new Set(artifacts.map(({ sourceFile }) => posix.dirname(sourceFile)));
  return (path) =>
    folders.has(posix.dirname(path)) ? scopes.of("vcpkg", path) : unitScope("vcpkg", posix.dirname(path));
}

/** An override fixes the version of a port, else the baseline in the manifest or in the configuration next to it. */
function portLocks(
  files: readonly Facts<VcpkgFacts>[],
): (file: Facts<VcpkgFacts>, port: Port) => Lock | null {
  const baselines = new Map(
    files.flatMap(({ path, facts }) =>
      facts.baselineLine === null ? [] : [[path, { version: null, file: path, line: facts.baselineLine }]],
    ),
  );
  return ({ path, facts }, port) => {
    if (isOverride(port)) return null;
    const override = facts.ports.find((each) => isOverride(each) && each.name === port.name);
    if (override) return { version: override.constraint, file: path, line: override.line };
    const configuration = posix.join(posix.dirname(path), "vcpkg-configuration.json");
    return baselines.get(path) ?? baselines.get(configuration) ?? null;
  };
}

const portDeclaration = (sourceFile: string, { rule, name, line, constraint }: Port): Declaration => ({
  ecosystem: "vcpkg",
  dependencyType: "vcpkg_port",
  sourceFile,
  sourceLine: line,
  rawReference: constraint === null ? name : `${name} ${constraint}`,
  artifact: name,
  versionConstraint: constraint,
  versioning: "vcpkg",
  unbound: null,
  versionComment: null,
  lookups: [artifactName("vcpkg_port", name)],
  evidence: { class: "manifest", rule },
});

function findRegistry(sourceFile: string, { repository, line, baseline }: Registry): Declaration | undefined {
  if (repository === null || LOCAL.test(repository)) return undefined;
  const location = parseGitUrl(repository)?.location;
  return {
    ecosystem: "vcpkg",
    dependencyType: "git_repository",
    sourceFile,
    sourceLine: line,
    rawReference: baseline === null ? repository : `${repository}#${baseline}`,
    artifact: location ?? repository,
    versionConstraint: baseline,
    versioning: "git",
    unbound: null,
    versionComment: null,
    lookups: location === undefined ? [] : [gitName(location)],
    evidence: { class: "manifest", rule: "vcpkg.registry" },
    role: "build",
  };
}

function findArtifact({ path, facts }: Facts<VcpkgFacts>): ProducedArtifact | undefined {
  if (!facts.package || isTestInput(path)) return undefined;
  const { name, line, version } = facts.package;
  return {
    ecosystem: "vcpkg",
    artifactType: "vcpkg_port",
    name,
    version,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("vcpkg_port", name)],
    evidence: { class: "manifest", rule: "vcpkg.name" },
  };
}
