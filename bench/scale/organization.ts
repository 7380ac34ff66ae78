import { ECOSYSTEMS, type EcosystemId } from "./ecosystem.ts";

export interface Organization {
  seed: number;
  repositories: number;
}

/** Declarations of a repository follow a Lomax distribution: a median of 87, one in thirty above 1,000, 200 on average. */
const SCALE = 210;
const LARGEST = 4000;
const TRADES: EcosystemId[][] = [
  ["npm"],
  ["golang"],
  ["npm"],
  ["terraform"],
  ["npm", "golang"],
  ["golang"],
  ["npm"],
];
/** The first few produce everything: they are what the whole organization is built on. */
const FOUNDATIONS = 8;
/** Prime, so that all sizes occur whatever the number of repositories. */
const STRIDE = 7919;

/** The same sizes for every seed, and for any number of repositories, only finer. */
export function sizeOf({ seed, repositories }: Organization, index: number): number {
  const rank = ((index + seed) * STRIDE) % repositories;
  const quantile = (rank + 0.5) / repositories;
  return Math.max(1, Math.min(LARGEST, Math.round(SCALE * ((1 - quantile) ** -0.5 - 1))));
}

export const tradesOf = (index: number): EcosystemId[] => TRADES[index % TRADES.length] ?? [];

const ALL = Object.keys(ECOSYSTEMS) as EcosystemId[];

/** One to five artifacts. */
export const producedBy = (index: number): EcosystemId[] =>
  index < FOUNDATIONS
    ? ALL
    : ALL.filter(
        (id) =>
          tradesOf(index).includes(id) ||
          (id === "githubactions" && index % 3 === 0) ||
          (id === "docker" && index % 2 === 0),
      );
