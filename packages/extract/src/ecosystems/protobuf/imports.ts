import type { Facts, TreeEntry } from "../../ecosystem.ts";
import type { Argument } from "../../interface.ts";
import { isTestInput } from "../../repository-path.ts";
import { scopedNames } from "../../scoped-names.ts";
import type { ProtoFacts } from "./read-proto.ts";

export type ProtoFile = Facts<ProtoFacts>;

/** These files come with the compiler. */
const BUILT_IN = /^google\/protobuf\//;

/** Finds what the files of a repository use of the files of others. */
export class Imports {
  /** Every path and end of a path of the repository's files. */
  readonly #local = new Set<string>();
  readonly #defined: ReadonlySet<string>;

  constructor(files: readonly ProtoFile[], tree: readonly TreeEntry[]) {
    for (const { path } of tree)
      if (path.endsWith(".proto")) for (const end of endsOf(path)) this.#local.add(end);
    this.#defined = new Set(
      files.flatMap(({ facts }) =>
        facts.names.flatMap(({ kind, name }) => (kind === "definition" ? [name] : [])),
      ),
    );
  }

  /** Returns the imports of files, and the types as written in the scope that they are resolved from: `acme.v1.Owner:pets.v1.Pet`. */
  ofOthers(files: readonly ProtoFile[]): Argument[] {
    return files
      .filter(({ path }) => !isTestInput(path))
      .flatMap(({ path: file, facts: { imports, uses } }): Argument[] => {
        const foreign = imports.filter(({ path }) => !this.#local.has(path) && !BUILT_IN.test(path));
        if (foreign.length === 0) return [];
        return [
          ...foreign.map(({ path, line }): Argument => ({ kind: "file", name: path, file, line })),
          ...uses
            .filter(({ scope, name }) => !scopedNames(scope, name).some((each) => this.#defined.has(each)))
            .map(({ scope, name, line }): Argument => ({
              kind: "definition",
              name: argumentName(scope, name),
              file,
              line,
            })),
        ];
      });
  }
}

const argumentName = (scope: string, name: string): string =>
  name.startsWith(".") ? name.slice(1) : `${scope}:${name}`;

/** Returns `a/b/c`, `b/c` and `c` for `a/b/c`. */
export function endsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(index).join("/"));
}
