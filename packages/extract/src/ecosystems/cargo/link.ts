import { posix } from "node:path";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
  type ProducedArtifact,
} from "../../ecosystem.ts";
import { artifactName, gitLookups, leadsElsewhere } from "../../name.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import type { CargoFacts, Dependency, Inheritable, Specification } from "./read.ts";

type Manifest = Facts<CargoFacts>;

/** A dependency with its workspace's values filled in. Paths are relative to the dependency's manifest. */
interface Bound extends Specification {
  unbound: string | null;
}

const PLACEHOLDER = /\{\{[^}]{0,100}\}\}|\$\{[^}]{0,100}\}/;

/** Crates in test folders declare dependencies but are not produced. */
export function link({ repository, files }: LinkInput<CargoFacts>): LinkResult {
  const workspaceOf = workspacesOf(files);
  const declarations = files.flatMap(({ path, facts }) =>
    facts.dependencies
      .toSorted((a, b) => a.line - b.line)
      .flatMap((dependency) => findDeclaration(path, dependency, bind(workspaceOf, path, dependency)) ?? []),
  );
  return {
    declarations: declarations.filter(leadsElsewhere(repository)),
    artifacts: files.flatMap((file) => findArtifact(file, workspaceOf) ?? []),
    problems: files.flatMap(({ path, facts }) =>
      facts.problems.map((each) => invalidSyntax("cargo", path, each)),
    ),
    readLines: files.flatMap(({ path, facts }) => facts.gitLines.map((line) => ({ file: path, line }))),
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

interface Workspace {
  folder: string;
  facts: CargoFacts;
  dependencies: ReadonlyMap<string, Dependency>;
}

/** Returns the workspace of a manifest: its own, else that of the nearest parent folder. */
type WorkspaceOf = (path: string) => Workspace | undefined;

function workspacesOf(manifests: readonly Manifest[]): WorkspaceOf {
  const workspaces = new Map(
    manifests
      .filter(({ facts }) => facts.workspace !== null)
      .map(({ path, facts }) => [posix.dirname(path), toWorkspace(posix.dirname(path), facts)]),
  );
  return (path) => {
    for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
      const workspace = workspaces.get(folder);
      if (workspace || folder === "." || folder === "/") return workspace;
    }
  };
}

function toWorkspace(folder: string, facts: CargoFacts): Workspace {
  const own = facts.dependencies.filter(({ group }) => group === "workspace_dependencies");
  return { folder, facts, dependencies: new Map(own.map((each) => [each.key, each])) };
}
