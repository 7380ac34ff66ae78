import { posix } from "node:path";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { LocalCompositions } from "../../composition.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import { CompiledRequirements } from "./compiled.ts";
import { Constraints } from "./constraints.ts";
import type { PypiFacts, Requirement, Source } from "./facts.ts";
import { isSourceFacts, PythonInterfaces } from "./interface.ts";
import { createLocks } from "./locks.ts";
import { normalizeName, versionOfArchive } from "./requirement.ts";
import type { PythonSource } from "./read-source.ts";
import { PypiScopes } from "./scopes.ts";
import { createToxRuns } from "./tox-environments.ts";

type PypiFile = Facts<PypiFacts>;

/** Files in test folders declare dependencies, but their packages are not announced. */
export function link(
  { repository, files: all, tree }: LinkInput<PypiFacts | PythonSource>,
  { withInterfaces = false } = {},
): LinkResult {
  const files = all.filter((file): file is PypiFile => !isSourceFacts(file));
  const sourceOf = createSources(files);
  const findLock = createLocks(files, tree);
  const constraints = new Constraints(files, new CompiledRequirements(files));
  const artifacts = files.flatMap((file) => findArtifact(file) ?? []);
  const scopes = new PypiScopes(files, artifacts);
  const compositions = new LocalCompositions(artifacts);
  const interfaces = new PythonInterfaces(all.filter(isSourceFacts), artifacts, tree);
  const isRun = createToxRuns(files.map(({ facts }) => facts));
  const declarations = files.flatMap((file) => {
    const scope = scopes.find(file.path);
    return file.facts.requirements
      .filter((requirement) => !isOwnPackage(file, requirement))
      .toSorted((a, b) => a.line - b.line)
      .flatMap((requirement) => {
        const source = sourceOf(file, requirement);
        const declaration = {
          ...declarationOf(file.path, requirement, source),
          ...constrained(file, requirement, constraints),
          ...(requirement.name !== null && interfaces.argumentsOf(file.path, requirement.name)),
          ...(scope === undefined ? {} : { scope }),
          ...(isRun(requirement.environments) ? { role: "ci" as const, scope: null } : {}),
          locked: findLock(file, requirement),
        };
        const inner = scopes.providerOf(file.path, requirement.name, source);
        if (inner !== undefined) compositions.add(declaration, inner);
        return isLocal(file.path, source) ? [] : [declaration];
      });
  });
  return {
    declarations: declarations.filter(leadsElsewhere(repository)),
    artifacts,
    compositions: compositions.list(),
    ...(withInterfaces && { interfaces: artifacts.map((each) => interfaces.interfaceOf(each)) }),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("pypi", path, each)),
    ),
    readLines: files.flatMap(({ path, facts }) => facts.locationLines.map((line) => ({ file: path, line }))),
  };
}

/** A package may require its own extras: `all = ["acme-core[dev,test]"]` in acme-core. */
const isOwnPackage = ({ facts }: PypiFile, { name }: Requirement): boolean =>
  facts.package !== null && name === normalizeName(facts.package.name);

/** Applies `tool.uv.sources` of the requirement's file, else of the nearest uv workspace upward. */
function createSources(files: readonly PypiFile[]): (file: PypiFile, requirement: Requirement) => Source {
  const sources = new Map(
    files
      .filter(({ path }) => posix.basename(path) === "pyproject.toml")
      .map((file) => [
        posix.dirname(file.path),
        { ...file, byName: new Map(file.facts.sources.map((each) => [each.name, each.source])) },
      ]),
  );
  return (file, requirement) => {
    const { name, source } = requirement;
    if (!requirement.isRedirectable || name === null || source.kind !== "index") return source;
    const start = posix.dirname(file.path);
    if (posix.basename(file.path) !== "pyproject.toml") return source;
    for (let folder = start; ; folder = posix.dirname(folder)) {
      const here = sources.get(folder);
      const found =
        here && (folder === start || here.facts.isUvWorkspace) ? here.byName.get(name) : undefined;
      if (found && here) return found.kind === "path" ? rebase(found, folder, start) : found;
      if (folder === "." || folder === "/" || (here?.facts.isUvWorkspace ?? false)) return source;
    }
  };
}

/** Makes a path that is relative to one folder relative to another. */
const rebase = (source: Source & { kind: "path" }, from: string, to: string): Source =>
  from === to || posix.isAbsolute(source.path)
    ? source
    : { kind: "path", path: posix.join(posix.relative(to, from), source.path) };

/** Whether the repository itself provides the package. */
const isLocal = (file: string, source: Source): boolean =>
  source.kind === "local" || (source.kind === "path" && isWithinRepository(file, source.path));

function declarationOf(sourceFile: string, requirement: Requirement, source: Source): Declaration {
  return {
    ecosystem: "pypi",
    dependencyType: "python_package",
    sourceFile,
    sourceLine: requirement.line,
    rawReference: requirement.raw,
    artifact: requirement.name ?? requirement.raw,
    versionConstraint: constraintOf(source),
    versioning: source.kind === "git" ? "git" : "pep440",
    unbound: requirement.unbound,
    versionComment: null,
    lookups: lookupsOf(requirement, source),
    ...(source.kind === "git" &&
      requirement.name !== null && { targetName: artifactName("python_package", requirement.name) }),
    evidence: { class: "manifest", rule: `pypi.${requirement.group}` },
  };
}

/** Returns the role and version that other files of the repository give a requirement. */
function constrained(
  file: PypiFile,
  requirement: Requirement,
  constraints: Constraints,
): Pick<Declaration, "role"> | Pick<Declaration, "role" | "versionConstraint"> {
  const role = constraints.roleOf(file, requirement);
  const versionConstraint = constraints.constraintOf(file, requirement);
  return { ...(role !== null && { role }), ...(versionConstraint !== null && { versionConstraint }) };
}

function constraintOf(source: Source): string | null {
  if (source.kind === "index") return source.constraint;
  if (source.kind === "git") return source.ref;
  return source.kind === "url" ? versionOfArchive(source.url) : null;
}

/** A folder outside the repository is looked up by the package name: it is probably a checkout of that package. */
function lookupsOf({ name }: Requirement, source: Source): string[] {
  if (source.kind === "git") return gitLookups(source.url);
  return name === null ? [] : [artifactName("python_package", name)];
}

function findArtifact({ path, facts }: PypiFile): ProducedArtifact | undefined {
  if (!facts.package || facts.package.isVirtual || isTestInput(path)) return undefined;
  const { name, line, version } = facts.package;
  const normalized = normalizeName(name);
  return {
    ecosystem: "pypi",
    artifactType: "python_package",
    name: normalized,
    version,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("python_package", normalized)],
    evidence: { class: "manifest", rule: "pypi.name" },
  };
}
