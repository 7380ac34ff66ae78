import { median } from "./median.ts";
import type { Cost } from "./run-measured.ts";

/** Of each figure by itself. */
export function medianCost(costs: readonly Cost[]): Cost {
  const peaks = costs.flatMap(({ peakBytes }) => (peakBytes === null ? [] : [peakBytes]));
  return {
    cpuSeconds: median(costs.map((cost) => cost.cpuSeconds)),
    wallSeconds: median(costs.map((cost) => cost.wallSeconds)),
    peakBytes: peaks.length === 0 ? null : median(peaks),
  };
}
