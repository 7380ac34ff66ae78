import { posix } from "node:path";
import type { Declaration, Facts, LinkInput, LinkResult, ProducedArtifact } from "../../ecosystem.ts";
import { gitLookups } from "../../git-lookups.ts";
import { leadsElsewhere } from "../../leads-elsewhere.ts";
import { artifactName } from "../../name.ts";
import { isTestInput } from "../../test-input.ts";
import { isWithinRepository } from "../../within-repository.ts";
import type { CargoFacts, Dependency, Inheritable, Specification } from "./facts.ts";
import { workspacesOf, type WorkspaceOf } from "./workspaces.ts";
import { syntaxProblem } from "../../syntax-problem.ts";

type Manifest = Facts<CargoFacts>;

/** What a dependency says after its workspace has had its say; paths are relative to the dependency's manifest. */
interface Bound extends Specification {
  unbound: string | null;
}

const PLACEHOLDER = /\{\{[^}]{0,100}\}\}|\$\{[^}]{0,100}\}/;

/** Crates that tests read count for what they ask for, but nobody gets them from here. */
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
      facts.problems.map((each) => syntaxProblem("cargo", path, each)),
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

/** Undefined for a crate of the repository itself. */
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

/** A folder outside the repository is somebody's checkout of the crate that the entry names. */
function lookupsOf(name: string, { git }: Bound): string[] {
  if (git === null) return [artifactName("rust_crate", name)];
  return gitLookups(git);
}

/** As written, in few words: `log = { package = "acme-log", git = "…", tag = "v1" }` is `log acme-log …#v1`. */
function rawReference(dependency: Dependency): string {
  const { key, isInherited, version, git, ref, path } = dependency;
  const place = git === null ? path : `${git}${ref === null ? "" : `#${ref}`}`;
  const words = [key, dependency.package, isInherited ? "workspace" : null, version, place];
  return words.filter((word) => word !== null).join(" ");
}

/** None for a crate that is never published: a dependency on it leads to the repository by git. */
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
