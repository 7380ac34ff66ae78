import { posix } from "node:path";
import {
  invalidSyntax,
  type Declaration,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import { createLocks } from "./lock.ts";
import type { CargoFile, Dependency, Inheritable } from "./read.ts";
import {
  crateCompositions,
  crateScopes,
  inheritedRoles,
  patchCompositions,
  placeOf,
  type Bound,
} from "./roles.ts";
import { workspacesOf, type Manifest, type WorkspaceOf } from "./workspace.ts";

const PLACEHOLDER = /\{\{[^}]{0,100}\}\}|\$\{[^}]{0,100}\}/;

/** Crates in test folders declare dependencies but are not produced. */
export function link({ repository, files, tree }: LinkInput<CargoFile>): LinkResult {
  const manifests = files.flatMap(({ path, facts }) => (facts.kind === "manifest" ? [{ path, facts }] : []));
  const locks = files.flatMap(({ path, facts }) => (facts.kind === "lock" ? [{ path, facts }] : []));
  const workspaceOf = workspacesOf(manifests);
  const artifacts = manifests.flatMap((file) => findArtifact(file, workspaceOf) ?? []);
  const findLock = createLocks(locks, tree, (path) => workspaceOf(path)?.folder);
  const scopeOf = crateScopes(artifacts);
  const bound = manifests.map(({ path, facts }) => ({
    path,
    facts,
    uses: facts.dependencies
      .toSorted((a, b) => a.line - b.line)
      .map((dependency) => ({ dependency, bound: bind(workspaceOf, path, dependency) })),
  }));
  const inherited = inheritedRoles(bound, workspaceOf);
  const declarations = bound.flatMap(({ path, facts, uses }) =>
    uses.flatMap((use): Declaration[] => {
      const found = findDeclaration(path, use.dependency, use.bound);
      if (!found) return [];
      const crate = use.dependency.group === "workspace_dependencies" ? null : (facts.package?.name ?? null);
      const placed = placeOf(path, use.dependency, { scopeOf, inherited });
      return [{ ...found, ...placed, locked: findLock(path, crate, found.artifact) }];
    }),
  );
  return {
    declarations: declarations.filter(leadsElsewhere(repository)),
    artifacts,
    compositions: [
      ...crateCompositions(bound, { artifacts, scopeOf }),
      ...patchCompositions(manifests, workspaceOf, scopeOf),
    ],
    problems: manifests.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("cargo", path, each)),
    ),
    readLines: manifests.flatMap(({ path, facts }) => facts.gitLines.map((line) => ({ file: path, line }))),
  };
}

function bind(workspaceOf: WorkspaceOf, path: string, dependency: Dependency): Bound {
  if (!dependency.isInherited) {
    const texts = [dependency.version, dependency.git, dependency.ref];
    const placeholder = texts.map((text) => PLACEHOLDER.exec(text ?? "")?.[0]).find((each) => each);
    return { ...dependency, unbound: placeholder ?? null };
  }
  const workspace = workspaceOf(path);
  const entry = workspace?.dependencies.get(dependency.key);
  if (!workspace || !entry) return { ...dependency, unbound: `workspace.dependencies.${dependency.key}` };
  const bound = bind(workspaceOf, path, { ...entry, isInherited: false });
  return { ...bound, path: entry.path && relocated(entry.path, workspace.folder, posix.dirname(path)) };
}

const relocated = (path: string, from: string, to: string): string =>
  posix.isAbsolute(path) ? path : posix.join(posix.relative(to, from), path);

/** Returns undefined for a crate of the repository itself. */
function findDeclaration(sourceFile: string, dependency: Dependency, bound: Bound): Declaration | undefined {
  if (bound.path !== null && isWithinRepository(sourceFile, bound.path)) return undefined;
  const name = bound.package ?? dependency.key;
  return {
    ecosystem: "cargo",
    dependencyType: "rust_crate",
    sourceFile,
    sourceLine: dependency.line,
    rawReference: rawReference(dependency),
    artifact: name,
    versionConstraint: bound.git === null ? bound.version : bound.ref,
    versioning: bound.git === null ? "cargo" : "git",
    unbound: bound.unbound,
    versionComment: null,
    lookups: lookupsOf(name, bound),
    ...(bound.git !== null && { targetName: artifactName("rust_crate", name) }),
    evidence: { class: "manifest", rule: `cargo.${dependency.group}` },
  };
}

/** A path outside the repository is a checkout of the crate that the entry names. */
function lookupsOf(name: string, { git }: Bound): string[] {
  if (git === null) return [artifactName("rust_crate", name)];
  return gitLookups(git);
}

/** Shortens the entry: `log = { package = "acme-log", git = "…", tag = "v1" }` becomes `log acme-log …#v1`. */
function rawReference(dependency: Dependency): string {
  const { key, isInherited, version, git, ref, path } = dependency;
  const place = git === null ? path : `${git}${ref === null ? "" : `#${ref}`}`;
  const words = [key, dependency.package, isInherited ? "workspace" : null, version, place];
  return words.filter((word) => word !== null).join(" ");
}

/** An unpublished crate is not produced; Git dependencies on it find the repository. */
function findArtifact({ path, facts }: Manifest, workspaceOf: WorkspaceOf): ProducedArtifact | undefined {
  if (!facts.package || isTestInput(path)) return undefined;
  const inherited = workspaceOf(path)?.facts.workspace ?? null;
  const value = (own: Inheritable, key: "publish" | "version"): string | null =>
    typeof own === "object" && own !== null ? (inherited?.[key] ?? null) : own;
  const { name, line, version, publish } = facts.package;
  if (value(publish, "publish") === "false") return undefined;
  return {
    ecosystem: "cargo",
    artifactType: "rust_crate",
    name,
    version: value(version, "version"),
    registryUrl: null,
    sourceFile: path,
    sourceLine: line,
    announces: [artifactName("rust_crate", name)],
    evidence: { class: "manifest", rule: "cargo.name" },
  };
}
