import {
  at,
  entriesOf,
  itemsOf,
  scalarAt,
  textOf,
  type DataNode,
  type MapEntry,
} from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";
import { offeredCommands, scriptCommands, type Command } from "./commands.ts";
import { pinnedNode, supportedNode, type NodeVersion } from "./engines.ts";
import { subpathsOf, type DeepImport, type Subpath } from "./interface.ts";
import { isPackageName, nameOfPnpmOverride, nameOfResolution, nameOfSelector } from "./specifier.ts";

/** A dependency on a package. */
export interface Entry {
  /** `dependencies`, `dev_dependencies`, … */
  group: string;
  line: number;
  name: string;
  specifier: string;
  /** The catalog that contains the entry; null outside catalogs. */
  catalog: string | null;
  /** A peer that the package also works without. */
  isOptionalPeer?: true;
}

export interface Package {
  name: string;
  line: number;
  version: string | null;
  isPrivate: boolean;
  registryUrl: string | null;
}

export interface NpmFacts {
  package: Package | null;
  entries: Entry[];
  /** The glob patterns of a workspace's members. */
  workspaces: string[];
  /** The entries of a lock file, else null. */
  lock: LockFacts | null;
  /** Invalid entries. They do not affect the file's other entries. */
  problems: { line: number; message: string }[];
  /** The paths that a manifest exports. Null if they are not known. */
  subpaths: Subpath[] | null;
  /** The imports of a source. */
  imports: DeepImport[];
  /** The commands that a manifest offers. Null if they are not known. */
  commands: Command[] | null;
  /** The versions of Node.js that a manifest supports. */
  engine: NodeVersion | null;
  /** The names of a manifest's scripts. */
  scripts: string[];
  /** The commands that the scripts of a manifest or a pipeline start. */
  calls: Command[];
  /** The versions of Node.js that a file selects. */
  nodes: NodeVersion[];
  isEngineStrict: boolean;
  hasLegacyPeers: boolean;
}

export type FileKind = "manifest" | "pnpm_workspace" | "yarn_configuration";

/** Reads the facts of a manifest, a pnpm workspace file or a Yarn configuration. Throws SyntaxProblem. */
export function read(file: SourceFile, kind: FileKind | undefined): NpmFacts {
  if (kind === "manifest") return readManifest(asMap(file.json()));
  const facts = emptyFacts();
  const [root] = file.yaml();
  if (!root || (root.kind === "scalar" && root.text === "")) return facts;
  readCatalogs(facts, asMap(root));
  if (kind !== "pnpm_workspace") return facts;
  readPnpmOverrides(facts, at(root, "overrides"));
  return { ...facts, workspaces: textsOf(at(root, "packages")) };
}

function asMap(node: DataNode): DataNode {
  if (node.kind !== "map") throw new SyntaxProblem("Expected a map.", node.line);
  return node;
}

function readManifest(root: DataNode): NpmFacts {
  const workspaces = at(root, "workspaces");
  const facts = {
    ...emptyFacts(),
    package: packageOf(root),
    subpaths: subpathsOf(root),
    commands: offeredCommands(root),
    engine: supportedNode(root),
    scripts: entriesOf(at(root, "scripts")).map(({ key }) => key),
    calls: scriptCommands(root),
    nodes: pinnedNode(root),
    workspaces: textsOf(at(workspaces, "packages") ?? workspaces),
  };
  readGroup(facts, "dependencies", at(root, "dependencies"));
  readGroup(facts, "dev_dependencies", at(root, "devDependencies"));
  readGroup(facts, "peer_dependencies", at(root, "peerDependencies"));
  const optional = optionalPeers(root);
  facts.entries = facts.entries.map((entry) =>
    entry.group === "peer_dependencies" && optional.has(entry.name)
      ? { ...entry, isOptionalPeer: true }
      : entry,
  );
  readGroup(facts, "optional_dependencies", at(root, "optionalDependencies"));
  readNpmOverrides(facts, at(root, "overrides"), "");
  readGroup(facts, "resolutions", at(root, "resolutions"), { nameOfKey: nameOfResolution });
  readPnpmOverrides(facts, at(root, "pnpm", "overrides"));
  readPackageManager(facts, root);
  readBunCatalogs(facts, root);
  return facts;
}

const optionalPeers = (root: DataNode): Set<string> =>
  new Set(
    entriesOf(at(root, "peerDependenciesMeta")).flatMap(({ key, value }) =>
      textOf(at(value, "optional")) === "true" ? [key] : [],
    ),
  );

const textsOf = (node: DataNode | undefined): string[] => itemsOf(node).flatMap((item) => textOf(item) ?? []);

/** The value `-` removes a package. */
function readPnpmOverrides(facts: NpmFacts, node: DataNode | undefined): void {
  for (const entry of groupEntries(facts, "pnpm_overrides", node)) {
    if (textOf(entry.value) === "-") continue;
    const name = nameOfPnpmOverride(entry.key);
    readEntry(facts, { group: "pnpm_overrides", catalog: null, name }, entry);
  }
}

/** Overrides can be nested: entries below a package apply to its dependencies, and `.` to the package itself. */
function readNpmOverrides(facts: NpmFacts, node: DataNode | undefined, parent: string): void {
  for (const entry of groupEntries(facts, "overrides", node)) {
    const name = entry.key === "." ? parent : nameOfSelector(entry.key);
    if (entry.value.kind === "map") readNpmOverrides(facts, entry.value, name);
    else readEntry(facts, { group: "overrides", catalog: null, name }, entry);
  }
}

function readPackageManager(facts: NpmFacts, root: DataNode): void {
  const manager = scalarAt(root, "packageManager");
  if (!manager) return;
  const { line } = manager;
  const name = nameOfSelector(manager.text);
  if (!isPackageName(name) || name === manager.text) {
    facts.problems.push({
      line,
      message: `packageManager: "${manager.text}" must have the form name@version.`,
    });
    return;
  }
  const specifier = manager.text.slice(name.length + 1);
  facts.entries.push({ group: "package_manager", line, name, specifier, catalog: null });
}

/** Bun's catalogs are in the root manifest, next to `workspaces` or inside it. */
function readBunCatalogs(facts: NpmFacts, root: DataNode): void {
  const workspaces = at(root, "workspaces");
  if (!workspaces) return;
  readCatalogs(facts, root);
  readCatalogs(facts, workspaces);
}

function packageOf(root: DataNode): Package | null {
  const name = scalarAt(root, "name");
  if (!name || !isPackageName(name.text)) return null;
  return {
    name: name.text,
    line: name.line,
    version: textOf(at(root, "version")) ?? null,
    isPrivate: textOf(at(root, "private")) === "true",
    registryUrl: textOf(at(root, "publishConfig", "registry")) ?? null,
  };
}

export const emptyFacts = (): NpmFacts => ({
  package: null,
  entries: [],
  workspaces: [],
  lock: null,
  problems: [],
  subpaths: null,
  imports: [],
  commands: null,
  engine: null,
  scripts: [],
  calls: [],
  nodes: [],
  isEngineStrict: false,
  hasLegacyPeers: false,
});

/** Adds the entries of a map from names to specifiers. */
function readGroup(
  facts: NpmFacts,
  group: string,
  node: DataNode | undefined,
  {
    nameOfKey = (key) => key,
    catalog = null,
  }: { nameOfKey?: (key: string) => string; catalog?: string | null } = {},
): void {
  for (const entry of groupEntries(facts, group, node)) {
    readEntry(facts, { group, catalog, name: nameOfKey(entry.key) }, entry);
  }
}

/** Returns the entries of a map that may be absent or empty. Reports a problem for other values. `//` keys are comments. */
function groupEntries(facts: NpmFacts, group: string, node: DataNode | undefined): MapEntry[] {
  const isEmpty =
    node?.kind === "list" ? node.items.length === 0 : node?.kind === "scalar" && node.text === "";
  if (node && node.kind !== "map" && !isEmpty) {
    facts.problems.push({ line: node.line, message: `${group} must be a map of packages.` });
  }
  return entriesOf(node).filter((entry) => !entry.key.startsWith("//"));
}

function readEntry(
  facts: NpmFacts,
  { group, catalog, name }: Pick<Entry, "group" | "catalog" | "name">,
  { key, line, value }: MapEntry,
): void {
  if (!isPackageName(name)) {
    facts.problems.push({ line, message: `${group}: "${key}" is not a valid package name.` });
  } else if (value.kind !== "scalar") {
    facts.problems.push({ line, message: `${group}: the version of "${key}" must be a string.` });
  } else {
    facts.entries.push({ group, line, name, specifier: value.text, catalog });
  }
}

/** `catalog` is the unnamed catalog, also called `default`. `catalogs` contains the named ones. */
function readCatalogs(facts: NpmFacts, node: DataNode | undefined): void {
  readGroup(facts, "catalog", at(node, "catalog"), { catalog: "default" });
  for (const { key, value } of groupEntries(facts, "catalogs", at(node, "catalogs"))) {
    readGroup(facts, "catalog", value, { catalog: key });
  }
}
