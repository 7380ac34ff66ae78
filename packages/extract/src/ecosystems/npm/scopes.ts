import { posix } from "node:path";
import type { Facts, ProducedArtifact } from "../../ecosystem.ts";
import { isTestInput, isWithinRepository } from "../../repository-path.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import type { Entry, NpmFacts } from "./read.ts";
import { nameOfSelector, type Specifier } from "./specifier.ts";

/** The scopes that a repository's packages are built into. */
export class NpmScopes {
  readonly #byFolder: ReadonlyMap<string, string>;
  readonly #byName = new Map<string, string>();
  readonly #manifests: ReadonlySet<string>;

  constructor(files: readonly Facts<NpmFacts>[], artifacts: readonly ProducedArtifact[]) {
    this.#byFolder = new Map(
      artifacts.map((artifact) => [posix.dirname(artifact.sourceFile), scopeOf(artifact)]),
    );
    this.#manifests = new Set(files.map(({ path }) => path));
    for (const { path, facts } of files) {
      if (!facts.package || isTestInput(path) || this.#byName.has(facts.package.name)) continue;
      this.#byName.set(facts.package.name, this.ofFile(path));
    }
  }

  /** Returns the package in the folder of a file, or a unit if it is private. */
  ofFile(path: string): string {
    const folder = posix.dirname(path);
    return this.#byFolder.get(folder) ?? unitScope("npm", folder);
  }

  /** Returns the scope that provides a dependency, or undefined if it is not in the repository. */
  providerOf(file: string, entry: Entry, specifier: Specifier): string | undefined {
    if (specifier.kind === "path") {
      if (!isWithinRepository(file, specifier.path)) return undefined;
      const manifest = posix.join(posix.dirname(file), specifier.path.replaceAll("\\", "/"), "package.json");
      return this.#manifests.has(manifest) ? this.ofFile(manifest) : undefined;
    }
    if (specifier.kind === "registry") return this.#byName.get(specifier.name);
    if (specifier.kind !== "local") return undefined;
    const alias = nameOfSelector(entry.specifier.replace(/^workspace:/, ""));
    return this.#byName.get(alias) ?? this.#byName.get(entry.name);
  }
}
