import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { Declaration, VersioningScheme } from "@knockon/extract/ecosystem";
import { cargo } from "./cargo.ts";
import { docker } from "./docker.ts";
import { git } from "./git.ts";
import { go } from "./go.ts";
import { npm } from "./npm.ts";
import { pep440 } from "./pep440.ts";
import { terraform } from "./terraform.ts";
import type { Versioning } from "./versioning.ts";

const SCHEMES: Record<VersioningScheme, Versioning> = { cargo, docker, git, go, npm, pep440, terraform };

export const versioningOf = (scheme: VersioningScheme): Versioning => SCHEMES[scheme];

/** How firmly a declaration holds its version. A name that nobody binds outweighs whatever text stands around it. */
export function declarationState(
  declaration: Pick<Declaration, "versioning" | "versionConstraint" | "unbound">,
): VersionConstraintState {
  if (declaration.unbound !== null) return "unresolved";
  return versioningOf(declaration.versioning).state(declaration.versionConstraint);
}
