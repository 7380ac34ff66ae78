import { posix } from "node:path";
import type { TreeEntry } from "../../ecosystem.ts";

/** A copied folder with more files and folders accepts any name instead. */
const MAX_COPIED = 1000;

/** The files of a repository that a Dockerfile can copy. They are only listed to compare two commits. */
export class CopiedFolders {
  readonly #tree: readonly TreeEntry[];
  /** The folders that the build may run in: unless it says so, that of the Dockerfile or the root. */
  readonly #contexts: readonly string[];
  readonly #known = new Map<string, readonly string[] | undefined>();

  constructor(tree: readonly TreeEntry[], dockerfile: string) {
    this.#tree = tree;
    this.#contexts = [...new Set([posix.dirname(dockerfile), "."])];
  }

  /** Returns the files and folders in a folder, relative to it. Undefined if it is not known what is copied. */
  contentOf(source: string): readonly string[] | undefined {
    if (!this.#known.has(source)) this.#known.set(source, this.#list(source));
    return this.#known.get(source);
  }

  #list(source: string): readonly string[] | undefined {
    const paths = this.#contexts.map((context) => posix.join(context, source, "."));
    // In which of the two folders the build runs decides what `.` is.
    if (/[$*?[]/.test(source) || (paths.includes(".") && this.#contexts.length > 1)) return undefined;
    const found = new Set<string>();
    for (const path of new Set(paths)) {
      const prefix = path === "." ? "" : `${path.replace(/\/$/, "")}/`;
      for (const entry of this.#tree) {
        if (!entry.path.startsWith(prefix)) continue;
        for (let at = entry.path.slice(prefix.length); at !== "."; at = posix.dirname(at)) {
          if (found.has(at)) break;
          found.add(at);
        }
        if (found.size > MAX_COPIED) return undefined;
      }
    }
    return found.size === 0 ? undefined : [...found];
  }
}
