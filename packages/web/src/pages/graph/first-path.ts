import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import type { Card, CardEdge, Layers } from "./layers.ts";

type Drawn = Pick<Layers, "cards" | "edges">;

interface Step {
  edge: CardEdge;
  end: Card;
}

/**
 * Where lines are summed up, the path that is drawn while nothing is pointed at: on each side of the root as far as possible from
 * column to column, as early as possible, to repositories with the most behind them.
 */
export const firstPath = (drawn: Drawn): CardEdge[] => stepsOf(drawn).map(({ edge }) => edge);

/** The cards along it without the root, those of the dependents first. */
export const cardsOnPath = (drawn: Drawn): Card[] => stepsOf(drawn).map(({ end }) => end);

function stepsOf({ cards, edges }: Drawn): Step[] {
  const root = cards.find((card) => card.kind === "repository" && card.isRoot);
  if (!root) return [];
  const byId = new Map(cards.map((card) => [card.id, card]));
  const places = new Map(cards.map(({ id }, place) => [id, place]));
  const [outgoing, incoming] = [Map.groupBy(edges, ({ from }) => from), Map.groupBy(edges, ({ to }) => to)];
  const isBetter = (a: readonly Step[], b: readonly Step[]): boolean =>
    compare(ranksOf(a, places), ranksOf(b, places)) < 0;
  return ([1, -1] as const).flatMap((sign) => {
    const known = new Map<string, Step[]>();
    /** The best path away from the root. Of a group, it is not known which repositories lead on. */
    const from = (card: Card): Step[] => {
      const found = known.get(card.id);
      if (found || card.kind === "group") return found ?? [];
      let best: Step[] = [];
      for (const edge of (sign === 1 ? outgoing : incoming).get(card.id) ?? []) {
        const end = byId.get(sign === 1 ? edge.to : edge.from);
        if (end?.column !== card.column + sign) continue;
        const path = [{ edge, end }, ...from(end)];
        if (best.length === 0 || isBetter(path, best)) best = path;
      }
      known.set(card.id, best);
      return best;
    };
    return from(root);
  });
}

/** What makes a path better, most important first: the lower, the better. The most important card next to the root is on it. */
const ranksOf = (path: readonly Step[], places: ReadonlyMap<string, number>): number[] => {
  const clocks = path.map(({ edge }) => CLOCKS.indexOf(edge.fastest));
  const behind = path.map(({ end }) => (end.kind === "repository" ? -(end.passesOn ?? 0) : 0));
  return [
    -path.length,
    path.filter(({ end }) => end.kind === "group").length,
    clocks[0] ?? 0,
    behind[0] ?? 0,
    Math.max(...clocks),
    ...behind,
    ...path.map(({ end }) => places.get(end.id) ?? 0),
  ];
};

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, rank] of a.entries()) {
    const difference = rank - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
