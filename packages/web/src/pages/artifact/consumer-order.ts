import { type Consumer, furthestBehind } from "./standings.tsx";
import { decidingFirst } from "../../subject/deciding.ts";
import { rankOfTiming } from "../../subject/timing.ts";
import { type Arrival, timingOf } from "../../subject/use-arrivals.ts";

/**
 * Puts the earliest repositories first, as on the page of the producing one, and of these what is furthest behind. Keeps the uses of
 * a repository together, the one that decides its timing first.
 */
export function earliestFirst(
  uses: readonly Consumer[],
  arrivals: ReadonlyMap<string, Pick<Arrival, "clock" | "clock_evidence" | "archived">>,
): Consumer[] {
  return [...Map.groupBy(uses, ({ repository }) => repository.id)]
    .map(([id, ofOne]) => ({
      rank: rankOfTiming(timingOf(arrivals.get(id))),
      behind: furthestBehind(ofOne),
      uses: decidingFirst(ofOne, arrivals.get(id)?.clock, arrivals.get(id)?.clock_evidence),
    }))
    .toSorted((a, b) => a.rank - b.rank || a.behind - b.behind)
    .flatMap((one) => one.uses);
}
