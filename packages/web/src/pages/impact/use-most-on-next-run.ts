import { countMay } from "./impact-condition.ts";
import { type Changed, useDirectImpact } from "../../subject/use-arrivals.ts";

/**
 * The most direct dependents that get one release on their next run, or all of these if the releases are not known. Null if no version
 * decides which they are. Undefined until loaded.
 */
export function useMostOnNextRun(changed: Changed | null): number | null | undefined {
  const { data, isError } = useDirectImpact(changed);
  if (changed === null || isError) return null;
  if (data === undefined) return undefined;
  if (countMay(data.summary) === 0) return null;
  const [widest] = data.releases ?? [];
  return (widest ?? data.summary).by_clock.direct.next_run;
}
