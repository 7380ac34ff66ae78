import { posix } from "node:path";
import type { Facts, ProducedArtifact, TreeEntry } from "../../ecosystem.ts";
import {
  argumentsOf,
  interfaceOf,
  member,
  type Argument,
  type ArtifactInterface,
  type Member,
} from "../../interface.ts";
import { isFixture } from "../../repository-path.ts";
import type { PypiFacts } from "./facts.ts";
import type { PythonSource } from "./read-source.ts";
import { normalizeName } from "./requirement.ts";

type SourceFacts = Facts<PythonSource>;

export const isPythonSource = (path: string): boolean => path.endsWith(".py") && !isFixture(path);

export const isSourceFacts = (file: Facts<PypiFacts | PythonSource>): file is SourceFacts =>
  "imports" in file.facts;

/** Folders that contain the packages of a project. */
const SOURCE_FOLDER = /^(?:src|lib|source|python)\//;
const MODULE_FILE = /\.(?:py|pyx|pyi|so|pyd)$/;
const REQUIREMENTS_FOLDER = /(?:^|\/)requirements[^/]*$/i;

/** The names that the modules of a repository define and import. */
export class PythonInterfaces {
  readonly #sources: readonly SourceFacts[];
  readonly #projects: ReadonlySet<string>;
  readonly #tree: readonly TreeEntry[];
  readonly #uses = new Map<string, Map<string, Argument[]>>();

  constructor(
    sources: readonly SourceFacts[],
    artifacts: readonly ProducedArtifact[],
    tree: readonly TreeEntry[],
  ) {
    this.#sources = sources;
    this.#projects = new Set(artifacts.map(({ sourceFile }) => posix.dirname(sourceFile)));
    this.#tree = tree;
  }

  /** Returns what the modules in the folder of a manifest import from a distribution. */
  argumentsOf(manifest: string, distribution: string): ReturnType<typeof argumentsOf> | undefined {
    if (this.#sources.length === 0) return undefined;
    const folder = posix.dirname(manifest);
    const covered = REQUIREMENTS_FOLDER.test(folder) ? posix.dirname(folder) : folder;
    const uses = this.#uses.get(covered) ?? this.#usesBelow(covered);
    this.#uses.set(covered, uses);
    const found = importNames(distribution).flatMap((name) => uses.get(name) ?? []);
    return found.length === 0 ? undefined : argumentsOf(found);
  }

  /** Returns the imports of modules by each distribution that they may belong to. */
  #usesBelow(folder: string): Map<string, Argument[]> {
    const uses = new Map<string, Argument[]>();
    for (const { path: file, facts } of this.#sources) {
      if (folder !== "." && !file.startsWith(`${folder}/`)) continue;
      for (const { name, line } of facts.imports) {
        for (const key of prefixesOf(name)) {
          const known = uses.get(key);
          const one: Argument = { kind: "name", name, file, line };
          if (known) known.push(one);
          else uses.set(key, [one]);
        }
      }
    }
    return uses;
  }

  /** Returns the interface of a distribution: the modules that are named like it. */
  interfaceOf(artifact: ProducedArtifact): ArtifactInterface {
    const project = posix.dirname(artifact.sourceFile);
    const names = new Set(importNames(artifact.name));
    const modules = new Map<string, SourceFacts | TreeEntry>();
    const sources = new Map(this.#sources.map((each) => [each.path, each]));
    for (const entry of this.#tree) {
      if (!MODULE_FILE.test(entry.path) || this.#projectOf(entry.path) !== project || isFixture(entry.path))
        continue;
      const name = moduleName(entry.path, project, names);
      // A compiled module may replace or extend the source next to it.
      if (name !== undefined && !(modules.get(name) && !entry.path.endsWith(".py")))
        modules.set(name, sources.get(entry.path) ?? entry);
    }
    return interfaceOf(artifact, membersOf(modules));
  }

  /** Returns the folder of the nearest package in or above the folder of a file. */
  #projectOf(path: string): string | undefined {
    for (let at = posix.dirname(path); ; at = posix.dirname(at)) {
      if (this.#projects.has(at)) return at;
      if (at === ".") return undefined;
    }
  }
}

/** Returns the normalized names that a distribution's top-level package may have. */
const importNames = (distribution: string): string[] => {
  const name = normalizeName(distribution);
  return [...new Set([name, name.replace(/^python-|-python$/g, "")])].filter((each) => each !== "");
};

/** Returns the normalized names of the packages above an imported name, and its own. */
function prefixesOf(name: string): string[] {
  const parts = name.split(".");
  // `pytest` has the packages `pytest` and `_pytest`.
  return parts.map((_, index) => normalizeName(parts.slice(0, index + 1).join(".")).replace(/^[-_.]+/, ""));
}

/** Returns the dotted name of a module of a distribution, or undefined for other files. */
function moduleName(path: string, project: string, names: ReadonlySet<string>): string | undefined {
  const below = project === "." ? path : path.slice(project.length + 1);
  const parts = below.replace(SOURCE_FOLDER, "").split("/");
  const base = (parts.pop() ?? "").replace(/\..*$/, "");
  const dotted = [...parts, ...(base === "__init__" ? [] : [base])].join(".");
  return prefixesOf(dotted).some((each) => names.has(each)) ? dotted : undefined;
}

/** Returns the names of the modules, private ones too, because consumers may import them. A module with unknown names accepts any. */
function membersOf(modules: ReadonlyMap<string, SourceFacts | TreeEntry>): Member[] {
  return [...modules].flatMap(([name, file]) => {
    const place = { file: file.path, line: 1 };
    if (!("facts" in file)) return [member(place, "name", name, { acceptsAny: true })];
    const found = namesOf(name, modules, new Set());
    return [
      member(place, "name", name, { acceptsAny: found.isOpen }),
      ...found.names.map((one) => member(one, "name", `${name}.${one.name}`)),
    ];
  });
}

interface ModuleNames {
  names: { name: string; file: string; line: number }[];
  isOpen: boolean;
}

/** Returns the names of a module with those of `from x import *`. */
function namesOf(
  name: string,
  modules: ReadonlyMap<string, SourceFacts | TreeEntry>,
  seen: Set<string>,
): ModuleNames {
  const file = modules.get(name);
  if (seen.has(name)) return { names: [], isOpen: false };
  if (!file || !("facts" in file) || !file.facts.module) return { names: [], isOpen: true };
  seen.add(name);
  const { names, stars, isOpen } = file.facts.module;
  const isPackage = /(?:^|\/)__init__\.py$/.test(file.path);
  const others = stars.map((star) => namesOf(absolute(star, name, isPackage), modules, seen));
  return {
    names: [...names.map((one) => ({ ...one, file: file.path })), ...others.flatMap((other) => other.names)],
    isOpen: isOpen || others.some((other) => other.isOpen),
  };
}

/** Returns the name of the module that `..x` means in a module. */
function absolute(written: string, module: string, isPackage: boolean): string {
  const dots = /^\.*/.exec(written)?.[0].length ?? 0;
  if (dots === 0) return written;
  const parts = module.split(".");
  const above = parts.slice(0, parts.length - dots + (isPackage ? 1 : 0));
  return [...above, ...written.slice(dots).split(".")].filter((part) => part !== "").join(".");
}
