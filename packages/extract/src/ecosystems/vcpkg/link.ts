import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import { artifactName, gitName } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import type { Port, Registry, VcpkgFacts } from "./read.ts";

const LOCAL = /^(?:file:|[/.~]|[a-z]:[\\/])/i;

/** Skips the repository's own ports. */
export function linkVcpkgFiles({ repository, files }: LinkInput<VcpkgFacts>): LinkResult {
  const own = parseGitUrl(repository.cloneUrl ?? "")?.location;
  const artifacts = files.flatMap((file) => findArtifact(file) ?? []);
  const ownPorts = new Set(artifacts.map(({ name }) => name));
  const declarations = files.flatMap(({ path, facts }) =>
    [
      ...facts.ports.filter(({ name }) => !ownPorts.has(name)).map((port) => portDeclaration(path, port)),
      ...facts.registries.flatMap((registry) => findRegistry(path, registry) ?? []),
    ].toSorted((a, b) => a.sourceLine - b.sourceLine),
  );
  return {
    declarations: declarations.filter(({ artifact }) => artifact !== own),
    artifacts,
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
