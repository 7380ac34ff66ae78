import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import type { ViewNode } from "./graph-view.ts";
import type { Card, CardEdge, Layers } from "./layers.ts";
import { framedColumn } from "./sections.ts";

/** More edges are a tangle: then only one per card is drawn until a card is pointed at. */
const MAX_EDGES = 24;

/** More lines beside a column hide where each leads. */
const MAX_LOOPS = 6;

/** Whether some edges are drawn only for the card that is pointed at. */
export const isThinned = (layers: Layers): boolean =>
  !layers.isAggregated && usualEdges(layers).length < layers.edges.length;

/** Without a root, so many lines on the next run are drawn, and those of so many repositories also beyond that: the ones above the drawing. */
const MOST_LINES = 24;
const ALWAYS_DRAWN = 4;

/** Parts of the rank of a line, each more than all before: of clocks, of cards that stand for several groups, of columns. */
const UNNAMED = CLOCKS.length;
const COLUMN = 2 * UNNAMED;
/** More than any rank of a line from left to right. */
const BACKWARD = 1000;

/** Returns the edges that are drawn while nothing is pointed at. */
export function usualEdges(layers: Layers): CardEdge[] {
  const { cards, edges, isAggregated } = layers;
  if (isAggregated) return edges.slice(0, layers.shownEdges);
  if (layers.isSummed === true) return [];
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
  const isRooted = cards.some((card) => card.kind === "repository" && card.isRoot);
  return isRooted ? linesFromRoot(layers, across, columns) : linesOfOrganization(layers, across, columns);
}

/**
 * Without a root, lines from left to right: all on the next run, of what others get most from on their next run first. Then a
 * card without a line has one to the next column, from what is used most, but not where one on the next run has no room.
 */
function linesOfOrganization(
  { cards }: Pick<Layers, "cards">,
  across: readonly CardEdge[],
  columns: ReadonlyMap<string, number>,
): CardEdge[] {
  const columnOf = (id: string): number => columns.get(id) ?? 0;
  const forward = across.filter(({ from, to }) => columnOf(from) < columnOf(to));
  const pairOf = ({ from, to }: CardEdge): string => `${columnOf(from)} ${columnOf(to)}`;
  const risk = new Map(cards.map((card) => [card.id, riskOf(card)]));
  const byProducer = Map.groupBy(
    forward.filter(({ fastest }) => fastest === "next_run"),
    ({ from }) => from,
  );
  const riskiest = [...byProducer].toSorted(([a], [b]) => (risk.get(b) ?? 0) - (risk.get(a) ?? 0));
  const leading = leadingIn(cards);
  const chosen: CardEdge[] = [];
  const crowded = new Set<string>();
  for (const [from, lines] of riskiest)
    if (leading.has(from) || chosen.length + lines.length <= MOST_LINES) chosen.push(...lines);
    else for (const line of lines) crowded.add(pairOf(line));
  const uses = new Map([...Map.groupBy(across, ({ from }) => from)].map(([id, found]) => [id, found.length]));
  const usesOf = ({ from }: CardEdge): number => uses.get(from) ?? 0;
  const near = forward
    .filter((edge) => columnOf(edge.to) - columnOf(edge.from) === 1 && !crowded.has(pairOf(edge)))
    .toSorted((a, b) => usesOf(b) - usesOf(a));
  const linked = new Set(chosen.flatMap(({ from, to }) => [from, to]));
  // First to each consumer. Then from each producer that none of them chose.
  for (const endOf of [({ to }: CardEdge) => to, ({ from }: CardEdge) => from])
    for (const edge of near) {
      if (linked.has(endOf(edge))) continue;
      chosen.push(edge);
      linked.add(edge.from).add(edge.to);
    }
  return chosen;
}

const nodesOf = (card: Card): readonly ViewNode[] => (card.kind === "group" ? card.nodes : [card.node]);

/** How many repositories get a change of a card on their next run. */
const riskOf = (card: Card): number => nodesOf(card).reduce((sum, { nextRun }) => sum + nextRun, 0);

/** The cards of the repositories of which a change gets to most on their next run, alone or in groups. */
function leadingIn(cards: readonly Card[]): Set<string> {
  const counts = cards.flatMap((card) => nodesOf(card).map(({ nextRun }) => nextRun));
  const least = Math.max(1, counts.toSorted((a, b) => b - a)[ALWAYS_DRAWN - 1] ?? 1);
  return new Set(
    cards.flatMap((card) => (nodesOf(card).some(({ nextRun }) => nextRun >= least) ? card.id : [])),
  );
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
