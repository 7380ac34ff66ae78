import { posix } from "node:path";
import { at, scalarAt, type DataNode } from "../../document/node.ts";
import type { Facts, TreeEntry } from "../../ecosystem.ts";
import type { Argument } from "../../interface.ts";
import { foldersUpFrom } from "../../lock-file.ts";
import { isTestInput } from "../../repository-path.ts";
import type { SourceFile } from "../../source-file.ts";
import type { NpmFacts } from "./read.ts";

/** A range of Node.js versions, or a version that a file selects. */
export interface NodeVersion {
  text: string;
  line: number;
}

/** Returns the versions of Node.js that a package supports. */
export function supportedNode(root: DataNode): NodeVersion | null {
  const node = scalarAt(root, "engines", "node");
  return node && node.text.trim() !== "" ? { text: node.text.trim(), line: node.line } : null;
}

/** Returns the version that a manifest pins for Volta. */
export function pinnedNode(root: DataNode): NodeVersion[] {
  const node = at(root, "volta") ? scalarAt(root, "volta", "node") : undefined;
  return node ? [{ text: node.text, line: node.line }] : [];
}

/** https://nodejs.org/en/about/previous-releases */
const CODENAMES: Readonly<Record<string, string>> = {
  argon: "4",
  boron: "6",
  carbon: "8",
  dubnium: "10",
  erbium: "12",
  fermium: "14",
  gallium: "16",
  hydrogen: "18",
  iron: "20",
  jod: "22",
  krypton: "24",
};
const VERSION = /^v?(?<version>\d{1,4}(?:\.(?:\d{1,4}|[x*])){0,2})$/i;
/** The newest release, which every supported range admits sooner or later. */
const NEWEST = /^(?:latest|current|node|stable|lts|lts\/\*|lts\/-\d+|\*)$/i;

/** Returns `18` for `v18` and `lts/hydrogen`. Null for the newest version; expressions stay as they are written. */
function selectedNode(written: string): string | null {
  const text = written.trim().replace(/^node[/-]/i, "");
  if (text === "" || NEWEST.test(text) || text === "iojs") return null;
  const version = VERSION.exec(text)?.groups?.["version"];
  if (version !== undefined) return version.replace(/(?:\.[x*])+$/i, "");
  const codename = /^lts\/(?<name>\w+)$/i.exec(text)?.groups?.["name"]?.toLowerCase();
  return (codename === undefined ? undefined : CODENAMES[codename]) ?? (text.length > 60 ? null : text);
}

const VERSION_FILE = /(?:^|\/)\.(?:nvmrc|node-version)$/;

export const isNodeVersionFile = (path: string): boolean => VERSION_FILE.test(path);

export const isNpmrc = (path: string): boolean => /(?:^|\/)\.npmrc$/.test(path);

/** Whether npm and pnpm reject packages that do not support the version of Node.js. */
export const isEngineStrict = (text: string): boolean =>
  /^[ \t]*engine-strict[ \t]*=[ \t]*true\b/m.test(text);

/** Returns the version in `.nvmrc` or `.node-version`. */
export function readNodeVersionFile({ text }: SourceFile): NodeVersion[] {
  const lines = text.split(/\r?\n/);
  const index = lines.findIndex((line) => /^\s*[^#\s]/.test(line));
  const version = index === -1 ? null : selectedNode((lines[index] ?? "").replace(/#.*/, ""));
  return version === null ? [] : [{ text: version, line: index + 1 }];
}

const NODE_VERSION = /^[ \t]*(?:-[ \t]+)?node-version:[ \t]*(?<value>[^#\n]*)/gm;
const MATRIX = /^\$\{\{\s*matrix\.(?<name>[\w-]{1,60})\s*\}\}$/;

/** Returns the versions that a workflow passes to `actions/setup-node` or lists in a matrix. */
export function workflowNodes(file: SourceFile): NodeVersion[] {
  const found = Array.from(file.text.matchAll(NODE_VERSION), ({ groups = {}, index, 0: match }) => ({
    value: unquote(groups["value"] ?? ""),
    line: file.lineAt(index + match.length - 1),
  }));
  return found.flatMap(({ value, line }) => {
    const name = MATRIX.exec(value)?.groups?.["name"];
    const listed = name === undefined || name === "node-version" ? null : matrixList(file, name);
    if (listed) return listed;
    // The list itself is another match.
    if (name === "node-version") return [];
    return listOf(value).flatMap((text) => {
      const version = selectedNode(text);
      return version === null ? [] : [{ text: version, line }];
    });
  });
}

/** Returns the versions in a list on one line, or null if there is none. */
function matrixList(file: SourceFile, name: string): NodeVersion[] | null {
  const key = new RegExp(
    String.raw`^[ \t]+${name.replaceAll("-", String.raw`\-`)}:[ \t]*(?<list>\[[^\]\n]*\])`,
    "m",
  ).exec(file.text);
  if (!key) return null;
  const line = file.lineAt(key.index + key[0].length - 1);
  return listOf(key.groups?.["list"] ?? "").flatMap((text) => {
    const version = selectedNode(text);
    return version === null ? [] : [{ text: version, line }];
  });
}

const unquote = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, "$2");

const listOf = (value: string): string[] =>
  value.startsWith("[")
    ? value
        .replace(/^\[|\]$/g, "")
        .split(",")
        .map(unquote)
    : value === ""
      ? []
      : [value];

type NpmFile = Facts<NpmFacts>;

/** The versions of Node.js that manifests are installed with. */
export class NodeUses {
  readonly #paths: ReadonlySet<string>;
  readonly #selecting: readonly NpmFile[];
  readonly #byFolder: ReadonlyMap<string, readonly NpmFile[]>;
  readonly #onlyFolder: string;
  readonly #known = new Map<string, Argument[]>();

  constructor(files: readonly NpmFile[], tree: readonly TreeEntry[]) {
    this.#paths = new Set(tree.map(({ path }) => path));
    this.#selecting = files.filter(({ path, facts }) => facts.nodes.length > 0 && isWorkflow(path));
    this.#byFolder = Map.groupBy(
      files.filter(({ facts }) => facts.isEngineStrict || facts.nodes.length > 0),
      ({ path }) => posix.dirname(path),
    );
    const folders = files.flatMap(({ path, facts }) =>
      facts.entries.length > 0 && !isTestInput(path) ? [posix.dirname(path)] : [],
    );
    this.#onlyFolder = folders.length === 1 ? (folders[0] ?? ".") : ".";
  }

  /** Returns the versions for a manifest, each once, with those that its package supports if there are any. */
  of(manifest: string, engine: NodeVersion | null): Argument[] {
    const key = `${engine === null}\0${manifest}`;
    const known = this.#known.get(key) ?? this.#find(manifest, engine);
    this.#known.set(key, known);
    return known;
  }

  #find(manifest: string, engine: NodeVersion | null): Argument[] {
    const folder = posix.dirname(manifest);
    const effect = this.#effectIn(folder);
    if (effect === null) return [];
    const found = new Map<string, Argument>();
    const add = (file: string, { text, line }: NodeVersion): void => {
      const name = `node ${text}`;
      if (!found.has(name)) found.set(name, { kind: "engine", name, file, line, ...(effect && { effect }) });
    };
    const nearest = foldersUpFrom(folder)
      .map((each) => (this.#byFolder.get(each) ?? []).filter(({ facts }) => facts.nodes.length > 0))
      .find((files) => files.length > 0);
    const workflows = folder === this.#onlyFolder ? this.#selecting : [];
    for (const { path, facts } of [...(nearest ?? []), ...workflows])
      for (const version of facts.nodes) add(path, version);
    if (engine) add(manifest, engine);
    return [...found.values()];
  }

  /** The nearest lock file decides. Yarn 1 checks engines. Yarn 2 and Bun don't: null. npm and pnpm warn, unless they are strict: undefined. */
  #effectIn(folder: string): "fails" | undefined | null {
    for (const each of foldersUpFrom(folder)) {
      const has = (name: string): boolean => this.#paths.has(posix.join(each, name));
      if (has(".yarnrc.yml") || has("bun.lock") || has("bun.lockb")) return null;
      const isStrict = this.#byFolder.get(each)?.some(({ facts }) => facts.isEngineStrict) === true;
      if (has("yarn.lock") || isStrict) return "fails";
      if (WARNING_LOCKS.some(has)) return undefined;
    }
    return undefined;
  }
}

const WARNING_LOCKS = ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml"];

const isWorkflow = (path: string): boolean => path.startsWith(".github/workflows/");
