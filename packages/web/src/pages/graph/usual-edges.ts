import { hasSomeNextRun } from "./clock-lines.ts";
import type { CardEdge, Column, Layers } from "./layers.ts";
import { framedColumn } from "./sections.ts";

/** More lines around a root are a tangle, also more between two columns: then they are summed up. */
const MAX_EDGES = 24;
const MOST_BETWEEN = 16;

/** More lines beside a column hide where each leads. */
const MAX_LOOPS = 6;

/** Whether some edges are drawn only for the card that is pointed at. */
export const isThinned = (layers: Layers): boolean =>
  !layers.isAggregated && usualEdges(layers).length < layers.edges.length;

/** Returns the edges that are drawn while nothing is pointed at. */
export function usualEdges(layers: Layers): CardEdge[] {
  const { cards, edges, isAggregated, held } = layers;
  if (isAggregated) return edges.slice(0, layers.shownEdges);
  if (layers.isRanked) return edges.filter(({ from, to }) => from === held || to === held);
  if (layers.isSummed === true) return [];
  const columns = new Map(cards.map(({ id, column }) => [id, column]));
  const framed = new Set(layers.columns.filter(hasFrame).map(({ at }) => at));
  // Lines end at the frame.
  const isInside = (id: string): boolean => framed.has(columns.get(id) ?? 0);
  const outside = edges.filter(({ from, to }) => !isInside(from) && !isInside(to));
  const across = outside.filter(({ from, to }) => columns.get(from) !== columns.get(to));
  return outside.length - across.length > MAX_LOOPS ? across : outside;
}

/** Whether lines that stand for all of its cards end at a column. */
const hasFrame = ({ parts, isBelow }: Column): boolean => parts !== undefined || isBelow === true;

/** Whether the lines around a root cannot be followed: too many, or some to groups of which only a part gets a change on its next run. */
export function isTangle(layers: Layers): boolean {
  const lines = usualEdges(layers);
  if (lines.length > MAX_EDGES) return true;
  if (framedColumn(layers)) return false;
  const columns = new Map(layers.cards.map(({ id, column }) => [id, column]));
  const byGap = Map.groupBy(lines, ({ from, to }) => Math.min(columns.get(from) ?? 0, columns.get(to) ?? 0));
  return lines.some(hasSomeNextRun) || [...byGap.values()].some(({ length }) => length > MOST_BETWEEN);
}
