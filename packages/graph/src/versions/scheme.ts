import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { Declaration, VersioningScheme } from "@knockon/extract/ecosystem";
import { ansible } from "./ansible.ts";
import { bazel } from "./bazel.ts";
import { cargo } from "./cargo.ts";
import { circleci } from "./circleci.ts";
import { composer } from "./composer.ts";
import { conan } from "./conan.ts";
import { cran } from "./cran.ts";
import { docker } from "./docker.ts";
import { git } from "./git.ts";
import { go } from "./go.ts";
import { gradle } from "./gradle.ts";
import { helm } from "./helm.ts";
import { hex } from "./hex.ts";
import { maven } from "./maven.ts";
import { npm } from "./npm.ts";
import { nuget } from "./nuget.ts";
import { pep440 } from "./pep440.ts";
import { pub } from "./pub.ts";
import { puppet } from "./puppet.ts";
import { ruby } from "./ruby.ts";
import { swift } from "./swift.ts";
import { terraform } from "./terraform.ts";
import { vcpkg } from "./vcpkg.ts";
import type { Versioning } from "./versioning.ts";

const SCHEMES: Record<VersioningScheme, Versioning> = {
  ansible,
  bazel,
  cargo,
  circleci,
  composer,
  conan,
  cran,
  docker,
  git,
  go,
  gradle,
  helm,
  hex,
  maven,
  npm,
  nuget,
  pep440,
  pub,
  puppet,
  ruby,
  swift,
  terraform,
  vcpkg,
};

/** In UTF-16 units. Longer texts are not versions, and some patterns take quadratic time for them. */
const MAX_LENGTH = 1024;
const isLong = (text: string): boolean => text.length > MAX_LENGTH;

/** Returns a scheme for which a constraint that is too long is `floating`, and a text that is too long is not a version. */
const bounded = ({ state, compare, isStable, admits }: Versioning): Versioning => ({
  state: (constraint) => (constraint !== null && isLong(constraint) ? "floating" : state(constraint)),
  compare: (a, b) => (isLong(a) || isLong(b) ? undefined : compare(a, b)),
  isStable: (version) => !isLong(version) && isStable(version),
  admits: (constraint, version) =>
    isLong(constraint) || isLong(version) ? undefined : admits(constraint, version),
});

const BOUNDED = Object.fromEntries(
  Object.entries(SCHEMES).map(([name, scheme]) => [name, bounded(scheme)]),
) as typeof SCHEMES;

export const versioningOf = (scheme: VersioningScheme): Versioning => BOUNDED[scheme];

/** Returns the state of a declaration's version constraint: `unresolved` if it contains an unbound name. */
export function declarationState(
  declaration: Pick<Declaration, "versioning" | "versionConstraint" | "unbound">,
): VersionConstraintState {
  if (declaration.unbound !== null) return "unresolved";
  return versioningOf(declaration.versioning).state(declaration.versionConstraint);
}
