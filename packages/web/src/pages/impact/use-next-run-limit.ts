import { countMay } from "./impact-condition.ts";
import { activeOf } from "./impact-text.ts";
import type { NextRunLimit } from "../../subject/timing.ts";
import { type Changed, useDirectImpact } from "../../subject/use-arrivals.ts";

/** Which direct dependents get a release on their next run only if a version or a file decides so. Null if none is decided so. Undefined until loaded. */
export function useNextRunLimit(changed: Changed | null): NextRunLimit | null | undefined {
  const { data, isError } = useDirectImpact(changed);
  if (changed === null || isError) return null;
  if (data === undefined) return undefined;
  const summary = activeOf(data.summary);
  const may = countMay(summary);
  const [widest] = data.releases ?? [];
  return may === 0 ? null : { may, most: (widest ?? summary).by_clock.direct.next_run };
}
