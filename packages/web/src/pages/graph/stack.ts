import type { CollapseOptions } from "./collapse-column.ts";
import type { Layers } from "./layers.ts";
import { type FramedRoom, LEAST_ROWS } from "./sections.ts";
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
  const left = columns.filter(({ at }) => at < 0);
  const beside = countSlots(columns) - left.length;
  if (left.length === 0 || beside < LEAST_BESIDE) return undefined;
  return stackWith(left, rowsFor(left.length, beside));
}

/** Divides so many rows among columns below the root: all that the nearest one needs, as far as each other has its least. One row of each is for everything that has no card. */
function stackWith(columns: readonly { at: number; count: number }[], free: number): Stack {
  const leastOf = ({ count }: { count: number }): number => Math.min(count, LEAST_ROWS);
  let left = free - columns.reduce((sum, column) => sum + leastOf(column), 0);
  return new Map(
    columns
      .toSorted((a, b) => b.at - a.at)
      .map((column) => {
        const more = Math.max(0, Math.min(column.count - leastOf(column), left));
        left -= more;
        const rows = leastOf(column) + more;
        return [column.at, { rows, leastAlone: rows - 1, leastGroups: 0 }];
      }),
  );
}

/** Returns which column is framed, with its room: the longest one if it is next to the root, too long for one column, and no other follows. With dependents, all dependencies are below the root. */
export function framedIn(
  columns: ReadonlyMap<number, readonly string[]>,
  rows: number,
  room: FramedRoom | undefined,
):
  | ({ at: number; parts: number; width: number; stack: Stack | undefined } & Pick<FramedRoom, "rows">)
  | undefined {
  const [at = 0, ids = []] = [...columns].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const isFree = Math.abs(at) === 1 && !columns.has(2 * at);
  if (!room || !isFree || ids.length <= rows) return undefined;
  const below = at === 1 ? [...columns].filter(([column]) => column < 0) : [];
  const beside = columns.size + 1 - below.length;
  const parts = room.parts(beside, below.length > 0);
  if (parts === 0) return undefined;
  const width = room.widthOf(parts, beside, below.length > 0);
  const stack =
    below.length === 0
      ? undefined
      : stackWith(
          below.map(([column, { length }]) => ({ at: column, count: length })),
          room.stackedRows(below.length, parts),
        );
  return { at, parts, width, rows: room.rows, stack };
}
