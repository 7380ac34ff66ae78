import { hasSomeNextRun } from "./clock-lines.ts";
import type { Layers } from "./layers.ts";
import { framedColumn } from "./sections.ts";
import { usualEdges } from "./usual-edges.ts";

/** More lines between two columns cannot be followed. */
const MOST_BETWEEN = 16;

/** Whether the lines around a root are too many to be followed, or stand for groups of which each only partly gets a change on its next run. */
export function isTangle(layers: Layers): boolean {
  if (framedColumn(layers)) return false;
  const lines = usualEdges(layers);
  const columns = new Map(layers.cards.map(({ id, column }) => [id, column]));
  const byGap = Map.groupBy(lines, ({ from, to }) => Math.min(columns.get(from) ?? 0, columns.get(to) ?? 0));
  return lines.some(hasSomeNextRun) || [...byGap.values()].some(({ length }) => length > MOST_BETWEEN);
}
