import type { Outcome } from "@knockon/core/testing/simulator/run-schedule";

/** What the schedules consisted of, so that silence can be told from calm. */
export function presentOutcomes(
  outcomes: readonly Outcome[],
  { firstSeed, seconds }: { firstSeed: number; seconds: number },
): string {
  const ends = count(outcomes.flatMap(({ statuses }) => statuses.map((status) => [status, 1])));
  const struck = count(outcomes.flatMap((outcome) => [...outcome.struck]));
  const interruptions = outcomes.reduce((sum, outcome) => sum + outcome.interruptions, 0);
  const each = ((1000 * seconds) / Math.max(1, outcomes.length)).toFixed(0);
  return [
    `${outcomes.length} schedules from seed ${firstSeed} in ${seconds.toFixed(1)} s, ${each} ms each: nothing is wrong`,
    `scans   ${ends}, ${interruptions} interruptions`,
    `faults  ${struck}`,
    "",
  ].join("\n");
}

function count(pairs: readonly (readonly [string, number])[]): string {
  const sums = new Map<string, number>();
  for (const [name, number] of pairs) sums.set(name, (sums.get(name) ?? 0) + number);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, sum]) => `${sum} ${name}`)
    .join(", ");
}
