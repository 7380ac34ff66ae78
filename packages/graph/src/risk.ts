/** What a repository adds to the risk of an org. */
export interface RiskInput {
  id: string;
  busFactor: number;
  topAuthorShare: number;
  /** Fan-in: distinct direct dependent repositories at FAN_IN_FLOOR and more. */
  fanIn: number;
}

export interface RiskQuery {
  /** In place of the org's own: at least 5, and as many as three quarters of its repositories have at most. */
  minDependents?: number | undefined;
  /** In place of 2. */
  maxBusFactor?: number | undefined;
}

const LEAST_DEPENDENTS = 5;
const MAX_BUS_FACTOR = 2;
/** Fan-in beyond this makes a repository no riskier. */
const MOST_DEPENDENTS = 100;

/**
 * The repositories that many others depend on and few people maintain, riskiest first. `repositories` are all that are
 * not archived: the percentile is theirs.
 */
export function rankRisks<T extends RiskInput>(
  repositories: readonly T[],
  { minDependents, maxBusFactor }: RiskQuery = {},
): (T & { riskScore: number })[] {
  const least =
    minDependents ?? Math.max(LEAST_DEPENDENTS, upperQuartile(repositories.map(({ fanIn }) => fanIn)));
  const most = maxBusFactor ?? MAX_BUS_FACTOR;
  return repositories
    .filter(({ fanIn, busFactor }) => fanIn >= least && busFactor >= 1 && busFactor <= most)
    .map((one) => ({ ...one, riskScore: riskScore(one) }))
    .toSorted(
      (a, b) =>
        b.riskScore - a.riskScore ||
        b.topAuthorShare - a.topAuthorShare ||
        (a.id < b.id ? -1 : Number(a.id > b.id)),
    );
}

/** From 0 to 100; one decimal. */
export const riskScore = ({ fanIn, busFactor }: Pick<RiskInput, "fanIn" | "busFactor">): number =>
  Math.round((1000 * Math.min(1, Math.log(1 + fanIn) / Math.log(1 + MOST_DEPENDENTS))) / busFactor) / 10;

/** The first value that at least three quarters do not exceed: `percentile_disc(0.75)`. */
function upperQuartile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.75) - 1)] ?? 0;
}
