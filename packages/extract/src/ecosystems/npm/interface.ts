import { posix } from "node:path";
import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { Facts, ProducedArtifact, TreeEntry } from "../../ecosystem.ts";
import { interfaceOf, member, type Argument, type ArtifactInterface } from "../../interface.ts";
import { isFixture } from "../../repository-path.ts";
import type { SourceFile } from "../../source-file.ts";
import type { Peer } from "./peers.ts";
import type { NpmFacts } from "./read.ts";

/** A path that importers of a package can use: `.`, `./button`, or `./icons` for every path below. */
export interface Subpath {
  name: string;
  line: number;
  acceptsAny: boolean;
  /** What the paths below end with: `*.js`, or `*.*` if any file is named with its extension. Absent if they may end with anything. */
  ending?: string;
}

/** An import of a path of a package: `@acme/ui/button`. */
export interface DeepImport {
  name: string;
  path: string;
  line: number;
}

/** Returns the paths that a manifest exports. Null if they are decided when the package is built. */
export function subpathsOf(root: DataNode): Subpath[] | null {
  const publish = at(root, "publishConfig");
  if (at(publish, "directory")) return null;
  const exports = at(publish, "exports") ?? at(root, "exports");
  if (!exports) return [{ name: ".", line: 1, acceptsAny: true }];
  const named = entriesOf(exports).filter(({ key }) => key.startsWith(".") && key !== ".");
  const paths = named
    .filter(({ value }) => !NULLS.has(textOf(value)))
    .map(({ key, line, value }) => {
      const star = key.indexOf("*");
      // "./icons/*.js" and "./icon-*" accept more than they say here: a name too many is no false alarm.
      const name = star === -1 ? key : key.slice(0, key.lastIndexOf("/", star));
      const ending = star === -1 ? undefined : endingOf(key.slice(star + 1), value);
      return {
        name: name.replace(/(?<=.)\/$/, ""),
        line,
        acceptsAny: star !== -1 || key.endsWith("/"),
        ...(ending !== undefined && { ending }),
      };
    });
  // Several patterns of a folder may accept different endings.
  const known = Map.groupBy(paths, ({ name }) => name);
  for (const one of paths) if ((known.get(one.name)?.length ?? 0) > 1) delete one.ending;
  // The line that excludes all other paths. The root itself is never imported as a path.
  return paths.some(({ name }) => name === ".")
    ? paths
    : [{ name: ".", line: exports.line, acceptsAny: false }, ...paths];
}

/** Node.js neither adds an extension to a target nor looks for an index, so `./*` to `./*` has no `./a` for `a.js`. */
function endingOf(suffix: string, target: DataNode): string | undefined {
  if (suffix !== "") return /^\.\w+$/.test(suffix) ? `*${suffix}` : undefined;
  const targets = targetsIn(target);
  return targets.length > 0 && targets.every((each) => each.endsWith("/*")) ? "*.*" : undefined;
}

/** Returns the targets for all conditions. */
const targetsIn = (node: DataNode): string[] => {
  const text = textOf(node);
  if (text !== undefined) return NULLS.has(text) ? [] : [text];
  return [...itemsOf(node), ...entriesOf(node).map(({ value }) => value)].flatMap(targetsIn);
};

const MODULE = /(?:\.d)?\.[cm]?[jt]sx?$/;
/** Files that bundlers import as well. */
const ASSET = /\.(?:json|css|s[ac]ss|less|vue|svelte|svg)$/;

/** Returns the files that other packages may import, which are only listed to compare two commits. Test data is not offered to anyone. */
export const importableFiles = (tree: readonly TreeEntry[]): string[] =>
  tree.map(({ path }) => path).filter((path) => (MODULE.test(path) || ASSET.test(path)) && !isFixture(path));

/** Returns the paths by which the files of a package without `exports` can be imported. */
function filePaths(importable: readonly string[], manifest: string): { name: string; file: string }[] {
  const folder = posix.dirname(manifest);
  const prefix = folder === "." ? "" : `${folder}/`;
  return importable.flatMap((file) => {
    if (!file.startsWith(prefix)) return [];
    const path = `./${file.slice(prefix.length)}`;
    const bare = path.replace(MODULE, "");
    const names = [path, bare, ...(bare.endsWith("/index") ? [bare.slice(0, -"/index".length)] : [])];
    return [...new Set(names)].filter((name) => name !== ".").map((name) => ({ name, file }));
  });
}

/** Scripts that may create files before a package is published. */
const BUILDS =
  /^(?:pre|post)?(?:build|compile|dist|prepare|prepack|prepublish|prepublishOnly|publish)(?:$|[:-])/;

/** `null` excludes a path. */
const NULLS: ReadonlySet<string | undefined> = new Set(["", "null"]);

const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

const NAME = String.raw`["'](?<name>(?:@[\w.-]+\/)?[a-z][\w.-]*)\/(?<path>[\w./@-]+)["']`;
/** Names of one import, also over several lines. The limit keeps the search linear in a file of nothing but imports. */
const NAMES = String.raw`(?=\S)[\w$*{},:\s]{1,4000}?`;
/** At the start of a line, because examples in comments and strings are indented or marked. */
const DEEP_IMPORT = new RegExp(
  String.raw`^(?:import\s+(?=\S)(?!type\b)(?:${NAMES}\sfrom\s*)?|export\s+(?!type\b)${NAMES}\sfrom\s*|(?:const|let|var)\s+${NAMES}=\s*require\(\s*|\}\s*from\s*)${NAME}`,
  "gm",
);
/** What every deep import contains. Relative paths start with a dot. */
const MAY_IMPORT = /(?:\bfrom|\bimport|\brequire\()\s*["'](?:@[\w.-]+\/)?[a-z][\w.-]*\/[\w@]/;

/** Whether a source file may import paths of packages. */
export const mayImport = ({ path, text }: { path: string; text: string }): boolean =>
  SOURCE.test(path) && MAY_IMPORT.test(text) && !isFixture(path);

/** Returns the imports of paths of packages. */
export const readImports = (file: SourceFile): DeepImport[] =>
  Array.from(file.text.matchAll(DEEP_IMPORT), ({ groups = {}, index, 0: match }) => ({
    name: groups["name"] ?? "",
    path: `./${groups["path"] ?? ""}`,
    line: file.lineAt(index + match.length - 1),
  }));

type ImportFacts = Facts<{ imports: readonly DeepImport[] }>;

/** The paths of packages that sources import, by package. */
export class SubpathUses {
  readonly #byPackage = new Map<string, Argument[]>();

  constructor(files: readonly ImportFacts[]) {
    for (const { path: file, facts } of files)
      for (const { name, path, line } of facts.imports) {
        const known = this.#byPackage.get(name);
        const found: Argument = { kind: "subpath", name: path, file, line };
        if (known) known.push(found);
        else this.#byPackage.set(name, [found]);
      }
  }

  /** Returns those of a package in the sources next to and below a manifest. */
  of(manifest: string, name: string): Argument[] {
    const folder = posix.dirname(manifest);
    const found = this.#byPackage.get(name) ?? [];
    return folder === "." ? found : found.filter(({ file }) => file.startsWith(`${folder}/`));
  }
}

/**
 * Returns what a manifest offers: paths, commands, and the versions of Node.js and of its peers that it supports. See
 * `importableFiles`.
 */
export function packageInterface(
  artifact: ProducedArtifact,
  { subpaths, commands, engine, scripts }: Pick<NpmFacts, "subpaths" | "commands" | "engine" | "scripts">,
  peers: readonly Peer[],
  importable: readonly string[],
): ArtifactInterface {
  const file = artifact.sourceFile;
  const node = engine ?? { text: "*", line: artifact.sourceLine ?? 1 };
  const isUnlimited = subpaths?.every(({ name, acceptsAny }) => name === "." && acceptsAny) === true;
  const files = isUnlimited ? filePaths(importable, file) : [];
  const members = [
    ...(subpaths ?? []).map(({ name, line, acceptsAny, ending }) =>
      member({ file, line }, "subpath", name, { acceptsAny, type: ending }),
    ),
    ...files.map((one) => member({ file: one.file, line: 1 }, "subpath", one.name)),
    ...(commands ?? []).map(({ name, line }) => member({ file, line }, "command_name", name)),
    member({ file, line: node.line }, "engine", "node", { type: node.text }),
    ...peers.map(({ name, line, range }) => member({ file, line }, "peer", name, { type: range })),
  ];
  const isBuilt = isUnlimited && scripts.some((name) => BUILDS.test(name));
  return interfaceOf(artifact, members, {
    ...(subpaths === null && { subpath: "Another folder is published" }),
    ...(isBuilt && { subpath: "A build may create it" }),
    ...(commands === null && { command_name: "The commands are the files of a folder" }),
  });
}
