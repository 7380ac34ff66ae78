import type { AnyEcosystem, RepositoryIdentity, TreeEntry } from "./ecosystem.ts";
import {
  definesInterfaces,
  RepositoryExtraction,
  type ExtractedInterfaces,
} from "./repository-extraction.ts";

/** Extracts what differs between the interfaces of two commits of a repository. Performs no I/O: the caller passes the files. */
export class InterfaceExtraction {
  readonly #before: RepositoryExtraction;
  readonly #after: RepositoryExtraction;
  /** Reads the files that both commits have. */
  readonly #shared: RepositoryExtraction;

  constructor(repository: RepositoryIdentity, ecosystems: readonly AnyEcosystem[]) {
    const defining = ecosystems.filter(definesInterfaces);
    const linking = defining.filter(({ interfaceFrom }) => interfaceFrom === "repository");
    this.#before = new RepositoryExtraction(repository, defining);
    this.#after = new RepositoryExtraction(repository, defining);
    this.#shared = new RepositoryExtraction(repository, linking);
  }

  /** Reads a text file of the commit before or after the change, or of both if it is the same. Never throws. */
  addFile(path: string, bytes: Uint8Array, commit: Side | undefined): void {
    if (commit === "before") this.#before.addFile(path, bytes);
    else if (commit === "after") this.#after.addFile(path, bytes);
    else {
      const facts = this.#shared.readFile(path, bytes);
      this.#before.addFacts(facts);
      this.#after.addFacts(facts);
    }
  }

  /** Links the interfaces. The trees have every entry of their commit. Interfaces that a file of both commits defines alone are left out. */
  finish(trees: Sides<readonly TreeEntry[]>): Sides<ExtractedInterfaces> {
    return {
      before: this.#before.finishInterfaces(trees.before),
      after: this.#after.finishInterfaces(trees.after),
    };
  }
}

export type Side = "before" | "after";

/** A value for each of the two commits. */
export type Sides<T> = Record<Side, T>;
