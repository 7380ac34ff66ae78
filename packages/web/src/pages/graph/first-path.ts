import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import type { Card, CardEdge, Layers } from "./layers.ts";

type Drawn = Pick<Layers, "cards" | "edges">;

interface Step {
  edge: CardEdge;
  end: Card;
}

/**
 * Where lines are summed up, the path that is drawn while nothing is pointed at: from column to column of the dependents, or else of the
 * dependencies, as far as possible, as early as possible, and to repositories with the most behind them.
 */
export const firstPath = (drawn: Drawn): CardEdge[] => stepsOf(drawn).map(({ edge }) => edge);

/** The cards along it without the root. */
export const cardsOnPath = (drawn: Drawn): Card[] => stepsOf(drawn).map(({ end }) => end);

function stepsOf({ cards, edges }: Drawn): Step[] {
  const root = cards.find((card) => card.kind === "repository" && card.isRoot);
  if (!root) return [];
  const byId = new Map(cards.map((card) => [card.id, card]));
  const places = new Map(cards.map(({ id }, place) => [id, place]));
  const [outgoing, incoming] = [Map.groupBy(edges, ({ from }) => from), Map.groupBy(edges, ({ to }) => to)];
  const isBetter = (a: readonly Step[], b: readonly Step[]): boolean =>
    compare(ranksOf(a, places), ranksOf(b, places)) < 0;
  const pathOf = (sign: 1 | -1): Step[] => {
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
  };
  const dependents = pathOf(1);
  return dependents.length > 0 ? dependents : pathOf(-1);
}

/** What makes a path better, most important first: the lower, the better. The latest of its timings decides when its end gets a change. */
const ranksOf = (path: readonly Step[], places: ReadonlyMap<string, number>): number[] => {
  const clocks = path.map(({ edge }) => CLOCKS.indexOf(edge.fastest));
  // It gets the change earlier, by a line that is not on the path.
  const isEarlier = ({ end }: Step, at: number): boolean =>
    end.clock !== null && CLOCKS.indexOf(end.clock) < Math.max(...clocks.slice(0, at + 1));
  const behind = path.map(({ end }) => (end.kind === "repository" ? -(end.passesOn ?? 0) : 0));
  return [
    -path.length,
    path.filter(isEarlier).length,
    path.filter(({ end }) => end.kind === "group").length,
    Math.max(...clocks),
    clocks[0] ?? 0,
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
