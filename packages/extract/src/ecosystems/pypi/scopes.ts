import { posix } from "node:path";
import type { Facts, ProducedArtifact } from "../../ecosystem.ts";
import { foldersUpFrom } from "../../lock-file.ts";
import { isWithinRepository } from "../../repository-path.ts";
import { scopeOf, unitScope } from "../../scope.ts";
import type { PypiFacts, Source } from "./facts.ts";
import { normalizeName } from "./requirement.ts";

type PypiFile = Facts<PypiFacts>;

const MANIFEST = /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|Pipfile)$/;

/** The scopes that a repository's Python projects are built into. */
export class PypiScopes {
  readonly #byFile = new Map<string, string>();
  /** Every folder with a manifest. The projects of some publish nothing. */
  readonly #byFolder = new Map<string, string>();
  readonly #byName = new Map<string, string>();

  constructor(files: readonly PypiFile[], artifacts: readonly ProducedArtifact[]) {
    for (const artifact of artifacts) {
      this.#byFile.set(artifact.sourceFile, scopeOf(artifact));
      const folder = posix.dirname(artifact.sourceFile);
      if (!this.#byFolder.has(folder)) this.#byFolder.set(folder, scopeOf(artifact));
    }
    for (const { path, facts } of files) {
      const folder = posix.dirname(path);
      if (isManifest({ path, facts }) && !this.#byFolder.has(folder))
        this.#byFolder.set(folder, unitScope("pypi", folder));
    }
    for (const { path, facts } of files) {
      const scope = this.#byFile.get(path) ?? this.#byFolder.get(posix.dirname(path));
      const name = normalizeName(facts.package?.name ?? "");
      if (facts.package && scope !== undefined && !this.#byName.has(name)) this.#byName.set(name, scope);
    }
  }

  /** Returns the scope of a manifest, or of the nearest one in or above the folder of another file. */
  find(file: string): string | undefined {
    const own = this.#byFile.get(file);
    if (own !== undefined) return own;
    for (const folder of foldersUpFrom(posix.dirname(file))) {
      const scope = this.#byFolder.get(folder);
      if (scope !== undefined) return scope;
    }
    return undefined;
  }

  /** Returns the scope that provides a requirement, or undefined if it is not in the repository. */
  providerOf(file: string, name: string | null, source: Source): string | undefined {
    if (source.kind === "path" && isWithinRepository(file, source.path)) {
      const path = posix.join(posix.dirname(file), source.path.replaceAll("\\", "/"), ".");
      return this.#byFolder.get(path.replace(/\/$/, ""));
    }
    const isNamed = source.kind === "index" || source.kind === "local";
    return isNamed && name !== null ? this.#byName.get(name) : undefined;
  }
}

/** False for manifests that only configure tools. */
const isManifest = ({ path, facts }: PypiFile): boolean =>
  MANIFEST.test(path) &&
  (facts.package !== null || facts.requirements.some(({ role }) => role === null || role === "runtime"));
