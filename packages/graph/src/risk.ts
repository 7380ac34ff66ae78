import { compareOrdinal } from "./ordinal.ts";

/** The figures of one repository that its risk depends on. */
export interface RiskInput {
  id: string;
  busFactor: number;
  topAuthorShare: number;
  /** Distinct direct dependent repositories at or above FAN_IN_FLOOR. */
  fanIn: number;
}

export interface RiskQuery {
  /** Default: the 75th percentile of the org's fan-in, but at least 5. */
  minDependents?: number | undefined;
  /** Default: 2. */
  maxBusFactor?: number | undefined;
}

const DEFAULT_MIN_DEPENDENTS = 5;
const DEFAULT_MAX_BUS_FACTOR = 2;
/** The fan-in at which the score saturates. */
const SATURATION_FAN_IN = 100;

/**
 * Returns the repositories with many dependents and few maintainers, riskiest first. Pass all unarchived repositories of
 * the org: the default percentile is computed over them.
 */
export function rankRisks<T extends RiskInput>(
  repositories: readonly T[],
  { minDependents, maxBusFactor }: RiskQuery = {},
): (T & { riskScore: number })[] {
  const least =
    minDependents ?? Math.max(DEFAULT_MIN_DEPENDENTS, upperQuartile(repositories.map(({ fanIn }) => fanIn)));
  const most = maxBusFactor ?? DEFAULT_MAX_BUS_FACTOR;
  return repositories
    .filter(({ fanIn, busFactor }) => fanIn >= least && busFactor >= 1 && busFactor <= most)
    .map((one) => ({ ...one, riskScore: riskScore(one) }))
    .toSorted(
      (a, b) =>
        b.riskScore - a.riskScore || b.topAuthorShare - a.topAuthorShare || compareOrdinal(a.id, b.id),
    );
}

/** Returns a score from 0 to 100 with one decimal: log-scaled fan-in, divided by the bus factor. */
export const riskScore = ({ fanIn, busFactor }: Pick<RiskInput, "fanIn" | "busFactor">): number =>
  Math.round((1000 * Math.min(1, Math.log(1 + fanIn) / Math.log(1 + SATURATION_FAN_IN))) / busFactor) / 10;

/** Returns the smallest value that at least 75% of the values do not exceed, as Postgres's `percentile_disc(0.75)`. */
function upperQuartile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.75) - 1)] ?? 0;
}
