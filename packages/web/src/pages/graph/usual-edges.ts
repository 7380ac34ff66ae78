import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { hasSomeNextRun } from "./clock-lines.ts";
import type { CardEdge, Layers } from "./layers.ts";
import { framedColumn } from "./sections.ts";

/** More edges are a tangle: then only one per card is drawn until a card is pointed at. */
const MAX_EDGES = 24;

/** More lines beside a column hide where each leads. */
const MAX_LOOPS = 6;

/** Whether some edges are drawn only for the card that is pointed at. */
export const isThinned = (layers: Layers): boolean =>
  !layers.isAggregated && usualEdges(layers).length < layers.edges.length;

/** Parts of the rank of a line, each more than all before: of clocks, of cards that stand for several groups, of columns. */
const UNNAMED = CLOCKS.length;
const COLUMN = 2 * UNNAMED;
/** More than any rank of a line from left to right. */
const BACKWARD = 1000;

/** Returns the edges that are drawn while nothing is pointed at. */
export function usualEdges(layers: Layers): CardEdge[] {
  const { cards, isAggregated, held } = layers;
  const edges = withoutPast(layers);
  if (isAggregated) return edges.slice(0, layers.shownEdges);
  if (layers.isRanked) return edges.filter(({ from, to }) => from === held || to === held);
  if (layers.isSummed === true) return linesOfDependencies(layers);
  const columns = new Map(cards.map(({ id, column }) => [id, column]));
  const framed = framedColumn(layers)?.at;
  if (framed !== undefined) {
    // Lines end at the frame.
    const isInside = (id: string): boolean => columns.get(id) === framed;
    const outside = edges.filter(({ from, to }) => !isInside(from) && !isInside(to));
    return usualEdges({
      ...layers,
      edges: outside,
      columns: layers.columns.filter(({ at }) => at !== framed),
    });
  }
  const across = edges.filter(({ from, to }) => columns.get(from) !== columns.get(to));
  if (edges.length <= MAX_EDGES) return edges.length - across.length > MAX_LOOPS ? across : edges;
  return linesFromRoot({ ...layers, edges }, across, columns);
}

/** Leaves out edges from one side of the root to the other: their lines would look like those of the root. Their ends name each other. */
export function withoutPast({ cards, edges }: Pick<Layers, "cards" | "edges">): CardEdge[] {
  if (!cards.some((card) => card.kind === "repository" && card.isRoot)) return edges;
  const columns = new Map(cards.map(({ id, column }) => [id, column]));
  return edges.filter(({ from, to }) => (columns.get(from) ?? 0) >= 0 || (columns.get(to) ?? 0) <= 0);
}

/**
 * The lines of the dependencies beside summed dependents, if they can be followed. Empty if the dependencies are summed up as well, or
 * without dependents.
 */
export function linesOfDependencies(layers: Layers): CardEdge[] {
  const cards = layers.cards.filter(({ column }) => column <= 0);
  if (cards.length === layers.cards.length) return [];
  const columns = new Map(cards.map(({ id, column }) => [id, column]));
  const below = new Set(layers.columns.flatMap(({ at, isBelow }) => (isBelow === true ? at : [])));
  // Columns that are below each other have none between them.
  const edges = layers.edges.filter(({ from, to }) => {
    const [start = 1, end = -Infinity] = [columns.get(from), columns.get(to)];
    return start < end && !below.has(start);
  });
  const lines = linesFromRoot({ ...layers, cards, edges }, edges, columns);
  return canBeFollowed(lines, columns) ? lines : [];
}

/** More lines between two columns cannot be followed. */
const MOST_BETWEEN = 16;

/** Whether the lines around a root are too many to be followed, or stand for groups of which each only partly gets a change on its next run. */
export const isTangle = (layers: Layers): boolean =>
  !framedColumn(layers) &&
  !canBeFollowed(usualEdges(layers), new Map(layers.cards.map(({ id, column }) => [id, column])));

/** Whether there are few lines between each two columns, none of them to a group of which only a part gets a change on its next run. */
function canBeFollowed(lines: readonly CardEdge[], columns: ReadonlyMap<string, number>): boolean {
  const byGap = Map.groupBy(lines, ({ from, to }) => Math.min(columns.get(from) ?? 0, columns.get(to) ?? 0));
  return !lines.some(hasSomeNextRun) && [...byGap.values()].every(({ length }) => length <= MOST_BETWEEN);
}

/** With a root, one line per card: away from the root first, then from the nearest column, then from a card that has a name, then of the fastest clock. What passes the change on has one as well. */
function linesFromRoot(
  { cards, edges }: Layers,
  across: readonly CardEdge[],
  columns: ReadonlyMap<string, number>,
): CardEdge[] {
  const unnamed = new Set(cards.flatMap((card) => (card.kind === "group" && card.isRest ? card.id : [])));
  const rankOf = ({ from, to, fastest }: CardEdge): number => {
    const [start, end] = [columns.get(from) ?? 0, columns.get(to) ?? 0];
    return (
      (end < start ? BACKWARD : 0) +
      Math.abs(start - end) * COLUMN +
      (unnamed.has(from) ? UNNAMED : 0) +
      CLOCKS.indexOf(fastest)
    );
  };
  const fartherOf = ({ from, to }: CardEdge): string =>
    Math.abs(columns.get(from) ?? 0) > Math.abs(columns.get(to) ?? 0) ? from : to;
  const chosen = new Set<CardEdge>();
  const lines = new Map<string, number>();
  for (const [farther, candidates] of Map.groupBy(across, fartherOf)) {
    const nearerOf = ({ from, to }: CardEdge): string => (from === farther ? to : from);
    const linesOf = (edge: CardEdge): number => lines.get(nearerOf(edge)) ?? 0;
    // Among equals, from the card with the fewest lines.
    const [best] = candidates.toSorted((a, b) => rankOf(a) - rankOf(b) || linesOf(a) - linesOf(b));
    if (!best) continue;
    chosen.add(best);
    lines.set(nearerOf(best), linesOf(best) + 1);
  }
  // A card that no other chose has a line as well.
  const linked = new Set([...chosen].flatMap(({ from, to }) => [from, to]));
  for (const edge of edges) {
    const { from, to } = edge;
    if (linked.has(from) && linked.has(to)) continue;
    chosen.add(edge);
    linked.add(from).add(to);
  }
  // What passes a change on has a line to the next column, also if others lead to the same cards.
  for (const card of cards) {
    if (card.kind === "group" || card.column <= 0 || !card.passesOn) continue;
    const onward = across.filter(({ from, to }) => from === card.id && columns.get(to) === card.column + 1);
    const [best] = onward.toSorted((a, b) => rankOf(a) - rankOf(b));
    if (best && !onward.some((edge) => chosen.has(edge))) chosen.add(best);
  }
  return [...chosen];
}
