import { at, entriesOf, scalarAt, textOf, type DataNode, type MapEntry } from "../../document/node.ts";
import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";

/** The source of a dependency's crate, as stated. A field is null if not stated. */
export interface Specification {
  version: string | null;
  git: string | null;
  /** Branch, tag or commit. */
  ref: string | null;
  /** Relative to the manifest. */
  path: string | null;
  /** The crate's name, if it differs from the key. */
  package: string | null;
}

/** A line that declares a dependency on a crate. */
export interface Dependency extends Specification {
  /** The table: `dependencies`, `dev_dependencies`, … */
  group: string;
  key: string;
  line: number;
  /** True for `workspace = true`. */
  isInherited: boolean;
}

export interface CargoFacts {
  package: { name: string; line: number; version: Inheritable; publish: Inheritable } | null;
  /** Null if the manifest is not a workspace root. */
  workspace: { version: string | null; publish: string | null } | null;
  dependencies: Dependency[];
  /** The lines of Git URLs. */
  gitLines: number[];
  problems: { line: number; message: string }[];
}

/** The facts of a manifest or of a lock file. */
export type CargoFile = ({ kind: "manifest" } & CargoFacts) | ({ kind: "lock" } & LockFacts);

/** The written value, null if absent, or a marker for a value inherited from the workspace. */
export type Inheritable = string | null | { workspace: true };

const CRATE_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u;
const TABLES: readonly [key: string, group: string][] = [
  ["dependencies", "dependencies"],
  ["dev-dependencies", "dev_dependencies"],
  ["dev_dependencies", "dev_dependencies"],
  ["build-dependencies", "build_dependencies"],
  ["build_dependencies", "build_dependencies"],
];

/** Reads the facts of one `Cargo.toml`. Throws SyntaxProblem. */
export function read(file: SourceFile): CargoFacts {
  const root = file.toml();
  const workspace = at(root, "workspace");
  const facts: CargoFacts = {
    package: findPackage(root),
    workspace: workspace
      ? {
          version: textOf(at(workspace, "package", "version")) ?? null,
          publish: publishOf(at(workspace, "package", "publish")),
        }
      : null,
    dependencies: [],
    gitLines: [],
    problems: [],
  };
  readTables(facts, root);
  for (const { value } of entriesOf(at(root, "target"))) readTables(facts, value);
  readTable(facts, "workspace_dependencies", at(workspace, "dependencies"));
  for (const { value } of entriesOf(at(root, "patch"))) readTable(facts, "patch", value);
  readTable(facts, "replace", at(root, "replace"));
  return facts;
}

function readTables(facts: CargoFacts, node: DataNode): void {
  for (const [key, group] of TABLES) readTable(facts, group, at(node, key));
}

function readTable(facts: CargoFacts, group: string, node: DataNode | undefined): void {
  if (node && node.kind !== "map") {
    facts.problems.push({ line: node.line, message: `"${group}" must be a table of crates.` });
  }
  for (const entry of entriesOf(node)) readDependency(facts, group, entry);
}

function readDependency(facts: CargoFacts, group: string, { key: written, line, value }: MapEntry): void {
  // Keys of `[replace]` contain a version: `serde:1.0.0`.
  const key = group === "replace" ? (/(?:^|#)([^#:@]+)[:@][^:@]*$/.exec(written)?.[1] ?? written) : written;
  const specification = value.kind === "list" ? undefined : specificationOf(value);
  const name = specification?.package ?? key;
  if (!specification || !CRATE_NAME.test(name)) {
    const message = `${group}: "${written.slice(0, 100)}" is not a valid dependency.`;
    facts.problems.push({ line, message });
    return;
  }
  const isInherited = textOf(at(value, "workspace")) === "true";
  facts.dependencies.push({ ...specification, group, key, line, isInherited } satisfies Dependency);
  const git = scalarAt(value, "git");
  if (git) facts.gitLines.push(git.line);
}

function specificationOf(value: DataNode): Specification {
  const text = (key: string): string | null => textOf(at(value, key)) || null;
  return {
    version: value.kind === "scalar" ? value.text || null : text("version"),
    git: text("git"),
    ref: text("rev") ?? text("tag") ?? text("branch"),
    path: text("path"),
    package: text("package"),
  };
}

function findPackage(root: DataNode): CargoFacts["package"] {
  // Manifests from before Cargo 1.0 use `project`.
  const node = at(root, "package") ?? at(root, "project");
  const name = scalarAt(node, "name");
  if (!name || !CRATE_NAME.test(name.text)) return null;
  return {
    name: name.text,
    line: name.line,
    version: inheritable(at(node, "version"), (value) => textOf(value) ?? null),
    publish: inheritable(at(node, "publish"), publishOf),
  };
}

const inheritable = (
  node: DataNode | undefined,
  valueOf: (node: DataNode | undefined) => string | null,
): Inheritable => (textOf(at(node, "workspace")) === "true" ? { workspace: true } : valueOf(node));

/** An empty list of registries is equivalent to `false`. */
const publishOf = (node: DataNode | undefined): string | null =>
  node?.kind === "list" ? String(node.items.length > 0) : (textOf(node) ?? null);
