import type { Facts, LinkResult, TreeEntry } from "./ecosystem.ts";

interface Link {
  files: readonly Facts<never>[];
  tree: readonly TreeEntry[];
  result: LinkResult;
}

/** The latest link of each ecosystem of one repository. Commits that change none of its files reuse it. */
export class LinkCache {
  readonly #latest = new Map<string, Link>();

  /** Returns the latest result if the ecosystem's files and the paths of the tree are the same, or else a new one. */
  find(
    ecosystem: string,
    files: readonly Facts<never>[],
    tree: readonly TreeEntry[],
    link: () => LinkResult,
  ): LinkResult {
    const latest = this.#latest.get(ecosystem);
    if (latest && isSame(latest.files, files) && hasSamePaths(latest.tree, tree)) return latest.result;
    const result = link();
    this.#latest.set(ecosystem, { files, tree, result });
    return result;
  }
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((one, index) => one === b[index]);

const SUBMODULE = "160000";

/** Links depend on the contents of files only through facts, but on the commits of submodules. */
const hasSamePaths = (a: readonly TreeEntry[], b: readonly TreeEntry[]): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((entry, index) => {
      const other = b[index];
      return (
        entry === other ||
        (entry.path === other?.path &&
          entry.mode === other.mode &&
          (entry.mode !== SUBMODULE || entry.oid === other.oid))
      );
    }));
