import type { CountRange } from "./clock-lines.ts";
import type { Drawing, PlacedEdge } from "./drawing.ts";
import { linesAround } from "./lines-around.ts";
import { usualEdges } from "./usual-edges.ts";

/** The same edges with their places. */
export function usualLines(drawing: Drawing): PlacedEdge[] {
  const { edges, layers } = drawing;
  if (layers.isRanked) return linesAround(drawing, layers.held);
  const usual = new Set(usualEdges(layers));
  return edges.filter(({ edge }) => usual.has(edge));
}

/** The greatest count of the edges that are drawn while nothing is pointed at. */
export function countRange({ layers }: Drawing): CountRange {
  const counts = usualEdges(layers).map(({ count }) => count);
  return { most: Math.max(1, ...counts) };
}

const LABEL = { width: 40, height: 22 };

/** Returns the edges whose labels cover neither a card nor another label. */
export function labeledEdges({ cards, sizes }: Drawing, edges: readonly PlacedEdge[]): PlacedEdge[] {
  const labeled: PlacedEdge[] = [];
  for (const placed of edges) {
    const { x, y } = placed.middle;
    const isFree =
      cards.every(
        (card) =>
          x + LABEL.width / 2 < card.x ||
          x - LABEL.width / 2 > card.x + sizes.cardWidth ||
          y + LABEL.height / 2 < card.y ||
          y - LABEL.height / 2 > card.y + sizes.cardHeight,
      ) &&
      labeled.every(
        ({ middle }) => Math.abs(middle.x - x) > LABEL.width || Math.abs(middle.y - y) > LABEL.height,
      );
    if (isFree) labeled.push(placed);
  }
  return labeled;
}
