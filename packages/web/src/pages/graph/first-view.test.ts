import { describe, expect, it } from "vitest";
import type { PlacedCard } from "./drawing.ts";
import { HEADING_HEIGHT, MARGIN } from "./sizes.ts";
import { firstTop } from "./first-view.ts";

const STEP = 56;
const SIZES = { cardWidth: 300, cardHeight: 48, gap: 96 };

const columnOf = (count: number): PlacedCard[] =>
  Array.from({ length: count }, (_, index) => ({
    card: {} as PlacedCard["card"],
    x: 0,
    y: HEADING_HEIGHT + MARGIN + index * STEP,
  }));

/** Of a column of so many cards, with the root in the middle. */
function topOf(count: number, height: number) {
  const cards = columnOf(count);
  const start = { ...columnOf(1)[0], y: (cards[0]?.y ?? 0) + ((count - 1) * STEP) / 2 } as PlacedCard;
  const drawing = {
    cards: [...cards, start],
    heading: HEADING_HEIGHT,
    sizes: SIZES,
    height: HEADING_HEIGHT + 2 * MARGIN + count * STEP,
  };
  const top = firstTop({ drawing, start, height });
  const cut = cards.filter(
    ({ y }) => y < top + HEADING_HEIGHT && y + SIZES.cardHeight > top + HEADING_HEIGHT,
  );
  return { top, cut: cut.length, isShown: start.y >= top && start.y + SIZES.cardHeight <= top + height };
}

describe("firstTop", () => {
  it("starts at the top if that shows the root, also if the column is longer than the window", () => {
    expect(topOf(12, 672)).toEqual({ top: 0, cut: 0, isShown: true });
    expect(topOf(5, 900)).toEqual({ top: 0, cut: 0, isShown: true });
  });

  it("shows the root of a much longer column, and cuts no card", () => {
    const { top, cut, isShown } = topOf(40, 600);
    expect([top > 0, cut, isShown]).toEqual([true, 0, true]);
  });
});
