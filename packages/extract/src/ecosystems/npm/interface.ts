import { posix } from "node:path";
import { at, entriesOf, textOf, type DataNode } from "../../document/node.ts";
import type { Facts, ProducedArtifact } from "../../ecosystem.ts";
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
  const named = entriesOf(exports).filter(({ key }) => key.startsWith("."));
  if (named.length === 0) return [{ name: ".", line: exports.line, acceptsAny: false }];
  return named
    .filter(({ value }) => !NULLS.has(textOf(value)))
    .map(({ key, line }) => {
      const star = key.indexOf("*");
      // "./icons/*.js" and "./icon-*" accept more than they say here: a name too many is no false alarm.
      const name = star === -1 ? key : key.slice(0, key.lastIndexOf("/", star));
      return { name: name.replace(/(?<=.)\/$/, ""), line, acceptsAny: star !== -1 || key.endsWith("/") };
    });
}

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

/** Returns the paths of a package that the sources next to and below a manifest import. */
export function subpathArguments(files: readonly ImportFacts[], manifest: string, name: string): Argument[] {
  const folder = posix.dirname(manifest);
  return files.flatMap(({ path: file, facts }): Argument[] =>
    folder === "." || file.startsWith(`${folder}/`)
      ? facts.imports.flatMap((one): Argument[] =>
          one.name === name ? [{ kind: "subpath", name: one.path, file, line: one.line }] : [],
        )
      : [],
  );
}

/** Returns what a manifest offers: paths, commands, and the versions of Node.js and of its peers that it supports. */
export function packageInterface(
  artifact: ProducedArtifact,
  { subpaths, commands, engine }: Pick<NpmFacts, "subpaths" | "commands" | "engine">,
  peers: readonly Peer[],
): ArtifactInterface {
  const file = artifact.sourceFile;
  const node = engine ?? { text: "*", line: artifact.sourceLine ?? 1 };
  const members = [
    ...(subpaths ?? []).map(({ name, line, acceptsAny }) =>
      member({ file, line }, "subpath", name, { acceptsAny }),
    ),
    ...(commands ?? []).map(({ name, line }) => member({ file, line }, "command_name", name)),
    member({ file, line: node.line }, "engine", "node", { type: node.text }),
    ...peers.map(({ name, line, range }) => member({ file, line }, "peer", name, { type: range })),
  ];
  return interfaceOf(artifact, members, {
    ...(subpaths === null && { subpath: "Another folder is published" }),
    ...(commands === null && { command_name: "The commands are the files of a folder" }),
  });
}
