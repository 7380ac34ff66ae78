import { expect, it } from "vitest";
import { memberCard } from "./cluster-layers.ts";
import { layoutRequest, placeLayers, sizesOf, wideColumnsIn } from "./drawing.ts";
import { viewWith } from "./example-view.ts";
import { bundlesOf } from "./frame.ts";
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
  expect([countSlots(LAYERS.columns), slots.first(1)]).toEqual([3, 1]);
});

it("frames them: the lines of the root end at the frame, one per timing, and those to cards pass between rows", () => {
  const sizes = sizesOf(LAYERS.columns, 1216);
  const { edges, isOrdered } = layoutRequest(LAYERS, sizes, 0);
  expect(isOrdered).toBe(true);
  expect(edges).toEqual([]);
  const clocks = new Map(APPS.map((id) => [id, id < "c" ? ("next_run" as const) : ("bump" as const)]));
  const cards = LAYERS.cards.map((card) => ({
    ...card,
    ...(card.kind === "repository" && { isRoot: card.id === "root" }),
  }));
  const drawing = placeLayers({ ...LAYERS, cards, clocks }, sizes, {
    id: 0,
    y: LAYERS.cards.map((_, at) => at * 60),
    lanes: [],
    height: 300,
  });
  const at = new Map(drawing.cards.map((placed) => [placed.card.id, placed]));
  const [root, first, other] = [at.get("root")!, at.get("a")!, at.get("d")!];
  expect(first.x).toBe(drawing.columns[1]?.x);
  expect(other.x).toBeGreaterThan(first.x + sizes.cardWidth);
  expect(other.y).toBe(first.y);
  const { frame } = drawing;
  expect(frame!.x).toBeGreaterThan(root.x + sizes.cardWidth);
  expect(frame!.x).toBeLessThan(first.x);
  expect(frame!.x + frame!.width).toBeGreaterThan(other.x + sizes.cardWidth);
  expect(frame!.lines.map(({ clock, tip }) => [clock, tip.x])).toEqual([
    ["next_run", frame!.x],
    ["bump", frame!.x],
  ]);
  expect(bundlesOf(drawing.layers)).toEqual([
    { clock: "next_run", count: 2 },
    { clock: "bump", count: 3 },
  ]);
  const [lane] = drawing.edges.flatMap(({ edge, path }) =>
    edge.to === "e" ? [Number(/ L \S+ (\S+)/u.exec(path)?.[1])] : [],
  );
  const rows = ["a", "b", "c"].map((id) => at.get(id)!.y);
  expect(rows.filter((y) => lane! >= y && lane! <= y + sizes.cardHeight)).toEqual([]);
  // Arrow keys reach both places.
  expect(nextCard(drawing, "c", "ArrowDown")).toBeUndefined();
  expect(nextCard(drawing, "b", "ArrowRight")).toBe("e");
  expect(nextCard(drawing, "d", "ArrowLeft")).toBe("a");
});

it("has places for columns of wide cards only", () => {
  expect([360, 768, 1216, 1696].map(wideColumnsIn)).toEqual([0, 2, 3, 4]);
  for (const width of [768, 1216, 1696])
    expect(sizesOf(wideColumnsIn(width), width).cardWidth).toBeGreaterThanOrEqual(300);
});
