import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";
import { LocalCompositions } from "../../composition.ts";
import { findPlaceholder } from "../../document/templated-yaml.ts";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type Lock,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { LockFiles } from "../../lock-file.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import { commitKey, LOCK_FILE } from "./read-lock.ts";
import type { CranFacts, Dependency, LockedPackage, RemoteDependency } from "./read.ts";

/** The fields whose packages are installed with the package. */
const INSTALLED = new Set(["depends", "imports", "linking_to"]);

/** Skips the repository's own packages, which are built into those that need them. */
export function linkPackages({ repository, files, tree }: LinkInput<CranFacts>): LinkResult {
  const artifacts = files.flatMap((file) => findArtifact(file) ?? []);
  const isElsewhere = leadsElsewhere(repository);
  const compositions = new LocalCompositions(artifacts);
  const ownPackages = findOwnPackages(files, artifacts);
  const findLock = createLocks(files, tree);
  const described = new Set(
    files.flatMap(({ path, facts }) => (facts.isDescription ? [posix.dirname(path)] : [])),
  );
  const keep = (declaration: Declaration, isByName: boolean): Declaration[] => {
    const inner = isByName || !isElsewhere(declaration) ? ownPackages.get(declaration.artifact) : undefined;
    if (inner !== undefined) compositions.add(declaration, inner);
    return inner === undefined && isElsewhere(declaration) ? [declaration] : [];
  };
  const declarations = files.flatMap(({ path, facts }) => {
    const isProject = !described.has(posix.dirname(path));
    return [
      ...declarationsOf(path, facts).flatMap((each) =>
        keep({ ...each, locked: findLock(each) }, each.versioning === "cran"),
      ),
      ...(isProject ? facts.lockedPackages : []).flatMap((each) =>
        keep(lockedDeclaration(path, each), each.url === null),
      ),
    ];
  });
  return {
    declarations,
    artifacts,
    compositions: compositions.list(),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("cran", path, each)),
    ),
  };
}

/** Returns the scopes of the repository's packages by name. */
function findOwnPackages(
  files: readonly Facts<CranFacts>[],
  artifacts: readonly ProducedArtifact[],
): ReadonlyMap<string, string> {
  const announced = new Map(artifacts.map((artifact) => [artifact.sourceFile, scopeOf(artifact)]));
  return new Map(
    files.flatMap(({ path, facts }) =>
      isTestInput(path) || !facts.package
        ? []
        : [[facts.package.name, announced.get(path) ?? unitScope("cran", posix.dirname(path))] as const],
    ),
  );
}

/** A package with a remote is installed from there, so the other fields do not declare it again. */
function declarationsOf(path: string, { dependencies, remotes }: CranFacts): Declaration[] {
  const replaced = new Set(remotes.flatMap(({ field, name }) => (field === "remotes" ? [name] : [])));
  const fields = Map.groupBy(dependencies, ({ name }) => name);
  const roleOf = ({ field, name }: RemoteDependency): Role => {
    const others = field === "needs" ? [field] : fields.get(name)?.map((each) => each.field);
    return others && !others.some((each) => INSTALLED.has(each)) ? "dev" : "runtime";
  };
  return [
    ...dependencies
      .filter(({ field, name }) => field === "needs" || !replaced.has(name))
      .map((each) => namedDeclaration(path, each)),
    ...remotes.map((each) => remoteDeclaration(path, each, roleOf(each))),
  ].toSorted((a, b) => a.sourceLine - b.sourceLine);
}

function namedDeclaration(
  sourceFile: string,
  { field, name, constraint, text, line }: Dependency,
): Declaration {
  return {
    ...common(sourceFile, line, `cran.${field}`),
    rawReference: text,
    artifact: name,
    versionConstraint: constraint,
    versioning: "cran",
    unbound: findPlaceholder(text),
    lookups: findPlaceholder(name) === null ? [artifactName("r_package", name)] : [],
    role: INSTALLED.has(field) ? "runtime" : "dev",
  };
}

function remoteDeclaration(
  sourceFile: string,
  { field, name, urls, ref, text, line }: RemoteDependency,
  role: Role,
): Declaration {
  return {
    ...common(sourceFile, line, `cran.${field}`),
    rawReference: text,
    artifact: name,
    versionConstraint: ref,
    versioning: "git",
    unbound: findPlaceholder(text),
    lookups: urls.some((url) => findPlaceholder(url) !== null) ? [] : urls.flatMap(gitLookups),
    role,
  };
}

function lockedDeclaration(
  sourceFile: string,
  { name, version, line, url, commit }: LockedPackage,
): Declaration {
  return {
    ...common(sourceFile, line, "cran.renv"),
    rawReference: `${name} ${url === null ? version : (commit ?? version)}`,
    artifact: name,
    versionConstraint: url === null ? version : (commit ?? version),
    versioning: url === null ? "cran" : "git",
    unbound: null,
    lookups: url === null ? [artifactName("r_package", name)] : gitLookups(url),
  };
}

const common = (sourceFile: string, sourceLine: number, rule: string) =>
  ({
    ecosystem: "cran",
    dependencyType: "r_package",
    sourceFile,
    sourceLine,
    versionComment: null,
    evidence: { class: "manifest", rule },
  }) as const;

/** Returns a function that finds the lock of a package in the folder of its manifest. */
function createLocks(
  files: readonly Facts<CranFacts>[],
  tree: LinkInput<CranFacts>["tree"],
): (declaration: Declaration) => Lock | null {
  const locks = new LockFiles(
    tree,
    LOCK_FILE,
    files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])),
  );
  return ({ sourceFile, artifact, versioning }) => {
    const lock = locks.in(posix.dirname(sourceFile), ["renv.lock"]);
    const keys = versioning === "git" ? [commitKey(artifact), artifact] : [artifact];
    return lock?.find(...keys) ?? null;
  };
}

function findArtifact({ path, facts }: Facts<CranFacts>): ProducedArtifact | undefined {
  if (!facts.package?.isPublished || isTestInput(path)) return undefined;
  const { name, line, version } = facts.package;
  return {
    ecosystem: "cran",
    artifactType: "r_package",
    name,
    version: version !== null && findPlaceholder(version) === null ? version : null,
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("r_package", name)],
    evidence: { class: "manifest", rule: "cran.package" },
  };
}
