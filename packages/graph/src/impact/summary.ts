import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Thousandths } from "../confidence.ts";
import { ADOPTIONS, type Adoption } from "./adoption.ts";
import type { AffectedRepository } from "./impact.ts";

/** From what confidence on a band begins, surest first. */
const BANDS = { high: 900, medium: 800, low: 600, mention: 0 } as const;
export type ConfidenceBand = keyof typeof BANDS;
const BAND_NAMES = Object.keys(BANDS) as ConfidenceBand[];

/** Every count is one of repositories; a repository's type is that of the edge that ends its path. */
export interface ImpactSummary {
  direct: number;
  transitive: number;
  byDependencyType: Partial<Record<ArtifactType, number>>;
  byConfidenceBand: Record<ConfidenceBand, number>;
  byAdoption: Record<Adoption, number>;
}

export function summarize(affected: readonly AffectedRepository[]): ImpactSummary {
  const direct = affected.filter(({ isDirect }) => isDirect).length;
  const types = affected.flatMap(({ path }) => path.at(-1)?.dependencyType ?? []);
  return {
    direct,
    transitive: affected.length - direct,
    byDependencyType: countBy([], types),
    byConfidenceBand: countBy(
      BAND_NAMES,
      affected.map(({ confidence }) => bandOf(confidence)),
    ),
    byAdoption: countBy(
      ADOPTIONS,
      affected.map(({ adoption }) => adoption),
    ),
  };
}

const bandOf = (confidence: Thousandths): ConfidenceBand =>
  BAND_NAMES.find((band) => confidence >= BANDS[band]) ?? "mention";

/** `keys` are counted even if they do not occur. */
function countBy<K extends string>(keys: readonly K[], values: readonly K[]): Record<K, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
