import type { Role } from "@knockon/contract/vocabulary/role";
import type { Composition, Declaration, ProducedArtifact } from "./ecosystem.ts";
import { roleOf } from "./role.ts";
import { Scopes } from "./scope.ts";

/** Collects which scopes of a repository are built into which, from an ecosystem's references between its manifests. */
export class LocalCompositions {
  readonly #scopes: Scopes;
  readonly #found = new Map<string, Composition>();

  /** `artifacts` are those of the ecosystem. */
  constructor(artifacts: readonly ProducedArtifact[]) {
    this.#scopes = new Scopes(artifacts);
  }

  /** Adds a reference to a scope of the repository. Ignored unless the reference is for runtime or build. */
  add(declaration: Declaration, inner: string, ecosystemRole: Role = "runtime"): void {
    const outer = this.#scopes.find(declaration, roleOf(declaration, ecosystemRole));
    if (outer !== null && outer !== inner) this.#found.set(`${outer}\0${inner}`, { outer, inner });
  }

  list(): Composition[] {
    return [...this.#found.values()];
  }
}
