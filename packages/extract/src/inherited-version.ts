import type { Declaration } from "./ecosystem.ts";

/** Binds the versions that declarations take over from other declarations of the repository. */
export class InheritedVersions {
  readonly #declarations: readonly Declaration[];
  #byUse: Map<string, Declaration[]> | undefined;

  constructor(declarations: readonly Declaration[]) {
    this.#declarations = declarations;
  }

  /** Leaves the version unbound if no other declaration states it, or if several state different ones. */
  bind(inheriting: Declaration): Omit<Declaration, "inheritedVersion"> {
    if (!inheriting.inheritedVersion) return inheriting;
    const { inheritedVersion: from, ...declaration } = inheriting;
    const stated = [
      ...from.constraints.map((versionConstraint) => ({ versionConstraint, unbound: null })),
      ...from.uses.flatMap(({ file, artifact }) => this.#find(file, artifact)),
    ];
    const [first] = stated;
    const isKnown =
      first !== undefined &&
      stated.every(
        (each) => each.versionConstraint === first.versionConstraint && each.unbound === first.unbound,
      );
    return isKnown
      ? { ...declaration, versionConstraint: first.versionConstraint, unbound: first.unbound }
      : { ...declaration, unbound: from.field };
  }

  #find(file: string, artifact: string): readonly Declaration[] {
    this.#byUse ??= Map.groupBy(this.#declarations, keyOf);
    return (this.#byUse.get(`${file}\0${artifact}`) ?? []).filter((each) => !each.inheritedVersion);
  }
}

const keyOf = ({ sourceFile, artifact }: Declaration): string => `${sourceFile}\0${artifact}`;
