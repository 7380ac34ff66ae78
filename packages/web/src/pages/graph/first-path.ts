import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import type { Card, CardEdge, Layers } from "./layers.ts";

type Drawn = Pick<Layers, "cards" | "edges">;

interface Step {
  edge: CardEdge;
  end: Card;
}

/**
 * Where lines are summed up, the path that is drawn while nothing is pointed at: over the first card next to the root, which gets a change
 * first and passes it on to most, from column to column of the dependents, or else of the dependencies, until the change arrives later.
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
    const path = from(root);
    return path.slice(0, fastSteps(path));
  };
  const dependents = pathOf(1);
  return dependents.length > 0 ? dependents : pathOf(-1);
}

/** The number of steps until one is later than the first. */
function fastSteps(path: readonly Step[]): number {
  const clocks = path.map(({ edge }) => CLOCKS.indexOf(edge.fastest));
  const later = clocks.findIndex((clock) => clock > (clocks[0] ?? 0));
  return later === -1 ? path.length : later;
}

/** What makes a path better, most important first: the lower, the better. */
const ranksOf = (path: readonly Step[], places: ReadonlyMap<string, number>): number[] => {
  const [first] = path;
  const behind = path.map(({ end }) => (end.kind === "repository" ? -(end.passesOn ?? 0) : 0));
  return [
    Number(first?.end.kind === "group"),
    first ? CLOCKS.indexOf(first.edge.fastest) : 0,
    behind[0] ?? 0,
    -fastSteps(path),
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
