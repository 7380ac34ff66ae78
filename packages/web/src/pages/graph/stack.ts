import type { CollapseOptions } from "./collapse-column.ts";
import type { Layers } from "./layers.ts";
import { shareRows } from "./sections.ts";
import { countSlots } from "./slots.ts";

/** The root and so many columns of dependents: with fewer, there is room for dependencies beside them. */
const LEAST_BESIDE = 3;

/** The room of each column of a stack. */
export type Stack = ReadonlyMap<number, Pick<CollapseOptions, "rows" | "leastAlone" | "leastGroups">>;

/**
 * Returns the columns of dependencies, which are drawn below the root where lines are summed up, so that those of the dependents are wide.
 * Undefined with few columns of these: then all are beside each other. `rowsFor` returns the number of cards that fit below each other into so
 * many columns of a stack, with so many columns beside each other.
 */
export function stackOf(
  { columns }: Pick<Layers, "columns">,
  rowsFor: (stacked: number, columns: number) => number,
): Stack | undefined {
  const left = columns.filter(({ at }) => at < 0).toSorted((a, b) => b.at - a.at);
  const beside = countSlots(columns) - left.length;
  if (left.length === 0 || beside < LEAST_BESIDE) return undefined;
  const rows = shareRows(
    left.map(({ count }) => count),
    rowsFor(left.length, beside),
  );
  // One row is for everything else.
  return new Map(
    left.map(({ at }, index) => {
      const share = rows[index] ?? 1;
      return [at, { rows: share, leastAlone: share - 1, leastGroups: 0 }];
    }),
  );
}
