import type { EvidenceClass } from "@knockon/contract/vocabulary/evidence";

/** A confidence in integer thousandths: stored and compared exactly, which a binary 0.7 is not. */
export type Thousandths = number;

export const CERTAIN: Thousandths = 1000;

/** Nothing weaker than deterministic and build-file evidence reaches this. */
export const BUILD_EVIDENCE: Thousandths = 800;

/** What only prose mentions does not count as depended on. */
export const FAN_IN_FLOOR: Thousandths = 400;

/**
 * How a declaration's name met its producer: `identity` names the repository itself, `announced` what its manifest
 * publishes, `pushed` an image that a build step publishes or its project's registry keeps, `convention` only what things
 * are usually called. An address comes before a claim: another manifest may announce the same name.
 */
export type Match = "identity" | "announced" | "pushed" | "convention";

const MANIFEST: Record<Match, Thousandths> = {
  identity: CERTAIN,
  announced: 980,
  pushed: 950,
  convention: 800,
};
const PARSER_FLOOR: Thousandths = 900;
const BUILD_FILE: Thousandths = 850;
const RESOLVER_FLOOR: Thousandths = 650;
const UNCLASSIFIED: Thousandths = 700;
const UNCLASSIFIED_FLOOR: Thousandths = 600;
const PROSE: Thousandths = 300;

/**
 * The one place where evidence becomes a number. Several equal producers lower it to the floor of its band,
 * and a convention is never worth more than in a manifest.
 */
export function confidenceOf(evidence: EvidenceClass, match: Match, isAmbiguous: boolean): Thousandths {
  if (evidence === "prose") return PROSE;
  if (evidence === "unclassified")
    return match === "identity" && !isAmbiguous ? UNCLASSIFIED : UNCLASSIFIED_FLOOR;
  if (match === "convention") return isAmbiguous ? RESOLVER_FLOOR : MANIFEST.convention;
  if (evidence === "build_file") return BUILD_FILE;
  return isAmbiguous ? PARSER_FLOOR : MANIFEST[match];
}

export const fromThousandths = (confidence: Thousandths): number => confidence / 1000;

/** A floor from outside. Rounds up what lies between two thousandths, so that nothing below the floor passes. */
export const toFloor = (minConfidence: number): Thousandths => Math.ceil(minConfidence * 1000);
