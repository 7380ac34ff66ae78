import { median } from "./median.ts";

/** Runs the work some times to warm it up, then `runs` times against the clock. */
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
