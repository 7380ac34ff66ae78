import { roundedPath } from "./bus-lines.ts";
import type { Drawing, PlacedCard, PlacedEdge } from "./drawing.ts";
import { CARD_DISTANCE, type Sizes } from "./sizes.ts";

/** Where vertical parts are, as shares of the distance of columns: of usual lines, and of those that lead back. */
const BUS = { usual: 0.4, back: 0.65 };

/** How far below the middle of cards lines that lead back start and end. */
const ASIDE = 14;

/**
 * The lines of one card of an organization, whose cards are in rows. Those to the next column have one vertical part. The others
 * leave it below the row of the card, straight to the column before their end. Those that lead back or up and down a column do
 * the same beside them, above the row.
 */
export function linesAround(
  { layers, cards, sizes }: Pick<Drawing, "layers" | "cards" | "sizes">,
  center: string | undefined,
): PlacedEdge[] {
  const placed = new Map(cards.map((one) => [one.card.id, one]));
  const at = center === undefined ? undefined : placed.get(center);
  if (!at) return [];
  return layers.edges.flatMap((edge) => {
    const isOut = edge.from === center;
    const other = placed.get(isOut ? edge.to : edge.from);
    if (!other || (!isOut && edge.to !== center)) return [];
    const outward = pointsBetween(at, other, isOut, sizes);
    const points = isOut ? outward : outward.toReversed();
    const [before, tip] = [points.at(-2), points.at(-1)];
    if (!before || !tip) return [];
    return [
      {
        edge,
        path: roundedPath(points),
        tip: { ...tip, points: before.x < tip.x ? "right" : "left" },
        isLoop: at.x === other.x,
        middle: tip,
      },
    ];
  });
}

interface Point {
  x: number;
  y: number;
}

/** The corners of a line from one card to another, whichever of them is its producer. */
function pointsBetween(
  at: PlacedCard,
  other: PlacedCard,
  isOut: boolean,
  { cardWidth, cardHeight, gap, distance = CARD_DISTANCE }: Sizes,
): Point[] {
  const isRight = other.x >= at.x;
  const isUsual = isOut ? isRight : !isRight;
  const columns = Math.round(Math.abs(other.x - at.x) / (cardWidth + gap));
  const half = cardHeight / 2 + (isUsual ? 0 : ASIDE);
  const [start, end] = [at.y + half, other.y + half];
  /** The vertical part so many gaps from the card. */
  const busAfter = (gaps: number): number => {
    const column = isRight ? gaps : -1 - gaps;
    return at.x + column * (cardWidth + gap) + cardWidth + gap * (isUsual ? BUS.usual : BUS.back);
  };
  const first = busAfter(0);
  const last = busAfter(Math.max(0, columns - 1));
  // In the middle between two rows.
  const lane = isUsual ? at.y + cardHeight + distance / 2 : at.y - distance / 2;
  return [
    { x: isRight ? at.x + cardWidth : at.x, y: start },
    { x: first, y: start },
    ...(columns > 1
      ? [
          { x: first, y: lane },
          { x: last, y: lane },
        ]
      : []),
    { x: last, y: end },
    { x: columns === 0 || !isRight ? other.x + cardWidth : other.x, y: end },
  ];
}
