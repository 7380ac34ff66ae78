import type { Drawing, PlacedCard } from "./drawing.ts";
import { MARGIN } from "./sizes.ts";

interface Shown {
  drawing: Pick<Drawing, "cards" | "heading" | "height" | "sizes">;
  /** The card that must be visible. */
  start: PlacedCard;
  /** The height of the window, in the units of the drawing. */
  height: number;
}

/** Returns how far down a drawing is first scrolled: not at all if that shows `start`. Otherwise no card is cut by the headings, where possible. */
export function firstTop({ drawing, start, height }: Shown): number {
  const { heading } = drawing;
  const { cardHeight } = drawing.sizes;
  const bottom = start.y + cardHeight + MARGIN;
  if (bottom <= height) return 0;
  const middle = start.y + cardHeight / 2 - height / 2;
  const most = Math.max(0, drawing.height - height);
  const topOf = ({ y }: PlacedCard): number => y - heading - GAP;
  const cutBy = (top: number): number =>
    drawing.cards.filter(({ y }) => y < top + heading && y + cardHeight > top + heading).length;
  const [best = 0] = [...new Set(drawing.cards.map(topOf))]
    .filter((top) => top >= bottom - height && top <= Math.min(topOf(start), most))
    .toSorted((a, b) => cutBy(a) - cutBy(b) || Math.abs(a - middle) - Math.abs(b - middle));
  return best === 0 ? Math.min(most, middle) : best;
}

/** Left between the headings and the first card. */
const GAP = 4;
