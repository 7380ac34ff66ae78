import type { EvidenceClass } from "@knockon/contract/vocabulary/evidence";
import type { Role } from "@knockon/contract/vocabulary/role";

/** A confidence in integer thousandths (0 to 1000), so that comparisons with a threshold are exact. */
export type Thousandths = number;

export const CERTAIN: Thousandths = 1000;

/** Only deterministic and build-file evidence reaches this. */
export const BUILD_EVIDENCE: Thousandths = 800;

/** Minimum confidence of an edge that counts as a dependency. Excludes mentions. */
export const FAN_IN_FLOOR: Thousandths = 400;

/**
 * How a declaration's name matched its producer:
 * - `identity`: the name is the repository's own URL or path.
 * - `announced`: the producer's manifest publishes an artifact of that name. Ranks below `identity` because another
 *   manifest may announce the same name.
 * - `pushed`: a container image that a build step pushes or that the project's registry stores.
 * - `convention`: the name only follows a naming convention.
 * - `namespace`: the image has the name of a repository, in a namespace into which its organization pushes images.
 */
export type Match = "identity" | "announced" | "pushed" | "convention" | "namespace";

const MANIFEST: Record<Match, Thousandths> = {
  identity: CERTAIN,
  announced: 980,
  pushed: 950,
  convention: 800,
  namespace: 600,
};
const PARSER_FLOOR: Thousandths = 900;
const BUILD_FILE: Thousandths = 850;
const RESOLVER_FLOOR: Thousandths = 650;
const UNCLASSIFIED: Thousandths = 700;
const UNCLASSIFIED_FLOOR: Thousandths = 600;
const MENTION: Thousandths = 300;

/** Roles of lines that nothing installs, even in a manifest. */
const COPIES: ReadonlySet<Role> = new Set(["fixture", "vendored"]);

/**
 * Returns the confidence of a resolved declaration. Ambiguity (several equally ranked producers) lowers it to the floor
 * of its band. A URL that a program only names keeps the band of its file, although its role is `documentation`. No other
 * code turns evidence into a number.
 */
export function confidenceOf(
  evidence: EvidenceClass,
  match: Match,
  isAmbiguous: boolean,
  role: Role = "runtime",
): Thousandths {
  if (evidence === "prose" || COPIES.has(role)) return MENTION;
  if (match === "namespace") return MANIFEST.namespace;
  if (evidence === "unclassified")
    return match === "identity" && !isAmbiguous ? UNCLASSIFIED : UNCLASSIFIED_FLOOR;
  if (match === "convention") return isAmbiguous ? RESOLVER_FLOOR : MANIFEST.convention;
  if (evidence === "build_file") return BUILD_FILE;
  return isAmbiguous ? PARSER_FLOOR : MANIFEST[match];
}

export const fromThousandths = (confidence: Thousandths): number => confidence / 1000;

/** Converts a `min_confidence` (0 to 1) to thousandths, rounding up so that no edge below the threshold passes. */
export const toFloor = (minConfidence: number): Thousandths => Math.ceil(minConfidence * 1000);
