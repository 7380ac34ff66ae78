import { posix } from "node:path";
import type { Facts, ProducedArtifact, TreeEntry } from "../../ecosystem.ts";
import {
  argumentsOf,
  interfaceOf,
  MAX_NAMES,
  member,
  type Argument,
  type ArtifactInterface,
  type Member,
} from "../../interface.ts";
import { isFixture } from "../../repository-path.ts";
import { skipReason } from "../../snapshot.ts";
import type { GoFacts } from "./read.ts";
import type { GoSource } from "./read-source.ts";

type GoMod = Facts<GoFacts>;
type SourceFacts = Facts<GoSource>;

const TEST_FILE = /_test\.go$/;
/** Folders that Go's own tools ignore. */
const IGNORED_FOLDER = /(?:^|\/)(?:testdata|[._][^/]*)\//;
/** Other modules cannot import packages below such a folder. */
const INTERNAL = /(?:^|\/)internal(?:\/|$)/;

export const isGoSource = (path: string): boolean => path.endsWith(".go") && !IGNORED_FOLDER.test(path);

/**
 * The name of an exported name is the folder of its package within the module, a period and the identifier:
 * `retry/backoff.Do`, or `.Do` in the root of the module. The name of a package is its folder, or `.`.
 */
const nameOf = (folder: string, name: string): string => `${folder}.${name}`;

/** The packages and names that the sources of a repository import and export, by module. */
export class GoInterfaces {
  readonly #byFolder: ReadonlyMap<string, GoMod>;
  readonly #sources = new Map<string, SourceFacts[]>();
  readonly #uses = new Map<GoMod, Map<string, Argument[]>>();
  readonly #unread = new Map<string, string>();

  constructor(goMods: readonly GoMod[], sources: readonly SourceFacts[], tree: readonly TreeEntry[]) {
    this.#byFolder = new Map(goMods.map((each) => [posix.dirname(each.path), each]));
    for (const source of sources) {
      const folder = this.#moduleFolderOf(source.path);
      if (folder === undefined) continue;
      const known = this.#sources.get(folder);
      if (known) known.push(source);
      else this.#sources.set(folder, [source]);
    }
    const read = new Set(sources.map(({ path }) => path));
    for (const entry of tree) {
      const { path } = entry;
      if (read.has(path) || !isExporting(path) || skipReason(entry) !== undefined) continue;
      const folder = this.#moduleFolderOf(path);
      if (folder !== undefined && !this.#unread.has(folder)) this.#unread.set(folder, path);
    }
  }

  /** Returns the folder of the nearest go.mod in or above the folder of a file. */
  #moduleFolderOf(path: string): string | undefined {
    for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
      if (this.#byFolder.has(at)) return at;
      if (at === ".") return undefined;
    }
  }

  /** Returns what the files of a go.mod's module use of the module `required`. */
  argumentsOf(goMod: GoMod, required: string): ReturnType<typeof argumentsOf> | undefined {
    const known = this.#uses.get(goMod) ?? this.#usesOf(goMod);
    this.#uses.set(goMod, known);
    const found = known.get(required);
    return found && argumentsOf(eachNameFirst(found));
  }

  /** Returns the uses of other modules, by the path of the module that provides them. */
  #usesOf(goMod: GoMod): Map<string, Argument[]> {
    const uses = new Map<string, Argument[]>();
    const providerOf = providers(goMod);
    for (const { path: file, facts } of this.#sources.get(posix.dirname(goMod.path)) ?? []) {
      for (const { path, line, names } of facts.imports) {
        const required = providerOf(path);
        if (required === undefined) continue;
        const folder = path.slice(required.length + 1);
        const known = uses.get(required) ?? [];
        uses.set(required, known);
        known.push({ kind: "name", name: folder || ".", line, file });
        for (const each of names)
          known.push({ kind: "name", name: nameOf(folder, each.name), line: each.line, file });
      }
    }
    return uses;
  }

  /** Returns the interface of a module. */
  interfaceOf(artifact: ProducedArtifact): ArtifactInterface {
    const root = posix.dirname(artifact.sourceFile);
    const unread = this.#unread.get(root);
    return interfaceOf(
      artifact,
      this.#membersOf(root),
      unread === undefined ? {} : { name: `${unread} was not read` },
    );
  }

  /** A package that moves to a nested module keeps its import path, but consumers must require that module too. */
  #membersOf(root: string): Member[] {
    return (this.#sources.get(root) ?? []).flatMap((source) => membersOf(source, root));
  }
}

function membersOf({ path: file, facts }: SourceFacts, root: string): Member[] {
  const folder = posix.relative(root, posix.dirname(file));
  if (!isExporting(file) || facts.package === null || facts.package.name === "main") return [];
  return [
    member({ file, line: facts.package.line }, "name", folder || "."),
    ...facts.exports.map(({ name, line }) => member({ file, line }, "name", nameOf(folder, name))),
  ];
}

/** Whether other modules can import what a file exports. */
const isExporting = (path: string): boolean =>
  isGoSource(path) && !TEST_FILE.test(path) && !INTERNAL.test(posix.dirname(path)) && !isFixture(path);

/** Finds the required module that provides a package: the one with the longest path. */
function providers({ facts }: GoMod): (path: string) => string | undefined {
  const required = new Set(facts.requires.map(({ path }) => path));
  const known = new Map<string, string | undefined>();
  return (path) => {
    if (known.has(path)) return known.get(path);
    let found: string | undefined = path;
    while (found !== undefined && !required.has(found))
      found = found.includes("/") ? found.slice(0, found.lastIndexOf("/")) : undefined;
    known.set(path, found);
    return found;
  };
}

/**
 * Orders the first use of each name before all second ones, and so on, because only a limited number is kept. Tests come last. Ends after
 * one use more than is kept: large modules have a hundred times as many.
 */
function eachNameFirst(found: readonly Argument[]): Argument[] {
  const counts = new Map<string, number>();
  const byRank: Argument[][] = [];
  const programs = found.filter(({ file }) => !TEST_FILE.test(file));
  const tests = found.filter(({ file }) => TEST_FILE.test(file));
  for (const each of [...programs, ...tests]) {
    const rank = counts.get(each.name) ?? 0;
    counts.set(each.name, rank + 1);
    (byRank[rank] ??= []).push(each);
  }
  const distinct = new Map<string, Argument>();
  for (const each of Iterator.from(byRank).flatMap((uses) => uses)) {
    distinct.set(`${each.name}\0${each.file}\0${each.line}`, each);
    if (distinct.size > MAX_NAMES) break;
  }
  return [...distinct.values()];
}
