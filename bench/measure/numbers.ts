import type { Cost } from "./run-measured.ts";

/** Returns the median; for an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error("The median of no values is undefined.");
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
}

/** Returns the smallest of the values that at least `share` of them do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (found === undefined) throw new Error("A percentile of no values is undefined.");
  return found;
}

/** Returns the median of each figure separately. */
export function medianCost(costs: readonly Cost[]): Cost {
  const peaks = costs.flatMap(({ peakBytes }) => (peakBytes === null ? [] : [peakBytes]));
  return {
    cpuSeconds: median(costs.map((cost) => cost.cpuSeconds)),
    wallSeconds: median(costs.map((cost) => cost.wallSeconds)),
    peakBytes: peaks.length === 0 ? null : median(peaks),
  };
}

/** Returns the median duration of `runs` calls, after a fifth as many calls for warming up. */
export async function medianMilliseconds(runs: number, work: () => unknown): Promise<number> {
  const warmUps = Math.max(1, Math.floor(runs / 5));
  const times: number[] = [];
  for (let run = -warmUps; run < runs; run++) {
    const startedAt = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - startedAt);
  }
  return median(times);
}

export const seconds = (value: number): string => `${value.toFixed(2)} s`;
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const mebibytes = (bytes: number | null): string =>
  bytes === null ? "" : `${(bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)} MiB`;

/** Returns a generator of pseudorandom numbers from 0 to 1: the high bits of a linear congruential generator. */
export function randomNumbers(seed: number): () => number {
  const multiplier = 6364136223846793005n;
  let state = BigInt(seed) * multiplier + 1n;
  return () => {
    state = BigInt.asUintN(64, state * multiplier + 1442695040888963407n);
    return Number(state >> 32n) / 2 ** 32;
  };
}
