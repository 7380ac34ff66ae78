import type { Drawing, PlacedCard } from "./drawing.ts";

/** Returns the card that an arrow key or Home leads to: within the column, or along an edge to the nearest one beside it. */
export function nextCard({ cards, edges }: Drawing, id: string, key: string): string | undefined {
  const at = cards.find(({ card }) => card.id === id);
  if (!at) return undefined;
  if (key === "Home") return cards.find(({ card }) => card.kind === "repository" && card.isRoot)?.card.id;
  const vertical = { ArrowUp: -1, ArrowDown: 1 }[key];
  if (vertical !== undefined) {
    const column = cards.filter(({ x }) => x === at.x);
    return nearest(
      at,
      column.filter(({ y }) => Math.sign(y - at.y) === vertical),
    );
  }
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (sideways === undefined) return undefined;
  const neighbors = new Set(
    edges.flatMap(({ edge: { from, to } }) => (from === id ? [to] : to === id ? [from] : [])),
  );
  const places = [...new Set(cards.map(({ x }) => x))].toSorted((a, b) => a - b);
  const place = places[places.indexOf(at.x) + sideways];
  const beside = cards.filter(({ x }) => x === place);
  return (
    nearest(
      at,
      beside.filter(({ card }) => neighbors.has(card.id)),
    ) ?? nearest(at, beside)
  );
}

function nearest({ y }: PlacedCard, cards: readonly PlacedCard[]): string | undefined {
  const [first] = cards.toSorted((a, b) => Math.abs(a.y - y) - Math.abs(b.y - y));
  return first?.card.id;
}
