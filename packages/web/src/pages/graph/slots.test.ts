import { expect, it } from "vitest";
import { memberCard } from "./cluster-layers.ts";
import { layoutRequest, placeLayers, sizesOf, wideColumnsIn } from "./drawing.ts";
import { viewWith } from "./example-view.ts";
import { combineEdges, type Layers } from "./layers.ts";
import { nextCard } from "./next-card.ts";
import { countSlots, slotsOf } from "./slots.ts";

const APPS = ["a", "b", "c", "d", "e"];
const VIEW = viewWith(APPS.map((id) => `${id} > root`));
const LAYERS: Layers = {
  cards: VIEW.nodes.map((node) => memberCard(node, node.id === "root" ? 0 : 1)),
  edges: combineEdges(VIEW.edges, (id) => id),
  columns: [
    { at: 0, title: "Root", count: 1 },
    { at: 1, title: "Dependents", count: 5, parts: 2 },
  ],
  isAggregated: false,
  shownEdges: Infinity,
};

it("divides the cards of a column among its places, the first ones at the first place", () => {
  const slots = slotsOf(LAYERS);
  expect(LAYERS.cards.map((card) => `${card.id} ${slots.of(card)}`)).toEqual([
    "root 0",
    "a 1",
    "b 1",
    "c 1",
    "d 2",
    "e 2",
  ]);
  expect([countSlots(LAYERS.columns), slots.first(1), slots.first(2)]).toEqual([3, 1, 3]);
});

it("places them beside each other below one heading, with lines that pass between the nearer cards", () => {
  const sizes = sizesOf(LAYERS.columns, 1216);
  const { edges, isOrdered } = layoutRequest(LAYERS, sizes, 0);
  expect(isOrdered).toBe(true);
  expect(edges.filter(({ high }) => high > 3).map(({ low }) => low)).toEqual([0, 0]);
  const drawing = placeLayers(LAYERS, sizes, {
    id: 0,
    y: LAYERS.cards.map((_, at) => at * 60),
    lanes: LAYERS.edges.map(({ to }) => (to > "c" ? [10] : [])),
    height: 300,
  });
  const x = new Map(drawing.cards.map(({ card, x: left }) => [card.id, left]));
  expect(x.get("a")).toBe(drawing.columns[1]?.x);
  expect(x.get("d")).toBe((x.get("a") ?? 0) + sizes.cardWidth + sizes.gap);
  expect(drawing.columns[1]?.width).toBe(2 * sizes.cardWidth + sizes.gap);
  expect(drawing.edges.map(({ path }) => path.includes(" L "))).toEqual([false, false, false, true, true]);
  // Arrow keys reach both places.
  expect(nextCard(drawing, "c", "ArrowDown")).toBeUndefined();
  expect(nextCard(drawing, "c", "ArrowRight")).toBe("d");
  expect(nextCard(drawing, "d", "ArrowLeft")).toBe("c");
});

it("has places for columns of wide cards only", () => {
  expect([360, 768, 1216, 1696].map(wideColumnsIn)).toEqual([0, 2, 3, 4]);
  for (const width of [768, 1216, 1696])
    expect(sizesOf(wideColumnsIn(width), width).cardWidth).toBeGreaterThanOrEqual(300);
});
