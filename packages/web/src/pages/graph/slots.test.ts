import { expect, it } from "vitest";
import { memberCard } from "./cluster-layers.ts";
import { layoutRequest, placeLayers } from "./drawing.ts";
import { framedRowsIn, partsIn, sizesOf, widthOfCard } from "./sizes.ts";
import { AROUND_ROOT, arrivingAt, viewWith } from "./example-view.ts";
import { combineEdges, type Layers } from "./layers.ts";
import { nextCard } from "./next-card.ts";
import { rootedLayers } from "./rooted-layers.ts";
import { divideSections, type SectionCounts, sectionsOf } from "./sections.ts";
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

it("divides the cards of a framed column among its places, row by row", () => {
  const slots = slotsOf(LAYERS);
  expect(LAYERS.cards.map((card) => `${card.id} ${slots.of(card)}`)).toEqual([
    "root 0",
    "a 1",
    "b 2",
    "c 1",
    "d 2",
    "e 1",
  ]);
  expect([countSlots(LAYERS.columns), slots.first(1)]).toEqual([3, 1]);
});

it("frames them by timing: one line of the root ends at each frame, and those to cards pass between rows", () => {
  const sizes = sizesOf(LAYERS.columns, 1216);
  const clockOf = (id: string) => (id < "c" ? ("next_run" as const) : ("bump" as const));
  const cards = LAYERS.cards.map((card) => ({
    ...card,
    ...(card.kind === "repository" && {
      isRoot: card.id === "root",
      node: card.id === "root" ? card.node : arrivingAt(card.node, clockOf(card.id)),
    }),
    ...(card.id !== "root" && { clock: clockOf(card.id) }),
  }));
  const layers = { ...LAYERS, cards };
  const { edges, isOrdered } = layoutRequest(layers, sizes, 0);
  expect(isOrdered).toBe(true);
  expect(edges).toEqual([]);
  const y = LAYERS.cards.map((_, at) => at * 60);
  const drawing = placeLayers(layers, sizes, { id: 0, y, lanes: [], height: 300 });
  const at = new Map(drawing.cards.map((placed) => [placed.card.id, placed]));
  const [root, first, second, later] = [at.get("root")!, at.get("a")!, at.get("b")!, at.get("c")!];
  expect(first.x).toBe(drawing.columns[1]?.x);
  expect(second.x).toBeGreaterThan(first.x + sizes.cardWidth);
  expect([second.y, root.y]).toEqual([first.y, first.y]);
  expect(later.x).toBe(first.x);
  const [soon, bumped] = drawing.frames;
  expect(soon!.x).toBeGreaterThan(root.x + widthOfCard(root.card, sizes));
  expect(soon!.x).toBeLessThan(first.x);
  expect(soon!.x + soon!.width).toBeGreaterThan(second.x + sizes.cardWidth);
  expect(soon!.y + soon!.height).toBeLessThan(bumped!.y);
  expect(later.y).toBeGreaterThan(bumped!.y);
  expect(drawing.trunks.map(({ clock, tip }) => [clock, tip.x])).toEqual([
    ["next_run", soon!.x],
    ["bump", bumped!.x],
  ]);
  for (const [index, { tip }] of drawing.trunks.entries()) {
    const frame = drawing.frames[index]!;
    expect(tip.y > frame.y && tip.y < frame.y + frame.height).toBe(true);
  }
  expect(sectionsOf(layers).map(({ clock, count }) => [clock, count])).toEqual([
    ["next_run", 2],
    ["bump", 3],
  ]);
  const [lane] = drawing.edges.flatMap(({ edge, path }) =>
    edge.to === "d" ? [Number(/ L \S+ (\S+)/u.exec(path)?.[1])] : [],
  );
  const rows = ["a", "c", "e"].map((id) => at.get(id)!.y);
  expect(rows.filter((top) => lane! >= top && lane! <= top + sizes.cardHeight)).toEqual([]);
  // Arrow keys reach both places, and the next section.
  expect(nextCard(drawing, "a", "ArrowDown")).toBe("c");
  expect(nextCard(drawing, "e", "ArrowDown")).toBeUndefined();
  expect(nextCard(drawing, "c", "ArrowRight")).toBe("d");
  expect(nextCard(drawing, "d", "ArrowLeft")).toBe("c");
});

it("has up to three places beside a root where cards keep their names, and as many rows as a window has room for", () => {
  expect([360, 768, 1216, 1696].map((width) => partsIn(width, 2))).toEqual([0, 2, 3, 3]);
  expect(partsIn(1216, 3)).toBe(2);
  const none = { sections: 2, withGroups: 0, versionLines: 0 };
  expect(framedRowsIn(none, 1216, 900)).toBe(12);
  expect(framedRowsIn({ ...none, withGroups: 2 }, 1216, 900)).toBeLessThan(12);
  // A heading of groups takes less than a row. Without groups, a tablet scrolls.
  const rowsWith = (withGroups: number) => framedRowsIn({ ...none, withGroups }, 768, 900);
  expect([0, 1, 2].map(rowsWith)).toEqual([22, 10, 9]);
  const heights = [860, 890, 920];
  const withGroups = { ...none, withGroups: 2 };
  expect(heights.map((height) => framedRowsIn({ ...withGroups, versionLines: 2 }, 768, height + 30))).toEqual(
    heights.map((height) => framedRowsIn(withGroups, 768, height)),
  );
});

it("leaves the room for the heading of groups to the cards where a section has none", () => {
  const nodes = viewWith(Array.from({ length: 60 }, (_, at) => `r${at} > root`)).nodes;
  const rows = ({ sections, withGroups }: SectionCounts) => 20 - sections - withGroups;
  const rowsOf = (soon: number) =>
    divideSections(
      nodes.map((node) => arrivingAt(node, Number(node.id.slice(1)) < soon ? "next_run" : "bump")),
      { parts: 2, rows, linesOf: () => 0 },
    ).map((section) => section.rows / 2);
  expect(rowsOf(2)).toEqual([1, 16]);
  expect(rowsOf(30)).toEqual([8, 8]);
});

it("frames dependencies on the left of the root, with lines that end at it", () => {
  const names = Array.from({ length: 30 }, (_, at) => `lib-${at}`);
  const view = viewWith(
    names.map((name) => `root > ${name}`),
    Object.fromEntries(names.slice(0, 4).map((name) => [`root > ${name}`, { clock: "next_run" } as const])),
  );
  const framed = { parts: () => 3, rows: () => 12, stackedRows: () => 2, widthOf: () => 900 };
  const layers = rootedLayers(view, { ...AROUND_ROOT, direction: "dependencies", framed });
  expect(layers.columns.map(({ at, parts }) => [at, parts])).toEqual([
    [-1, 3],
    [0, undefined],
  ]);
  const sizes = sizesOf(layers.columns, 1216);
  const y = layers.cards.map((_, at) => at * 60);
  const { cards, frames, trunks, width } = placeLayers(layers, sizes, { id: 0, y, lanes: [], height: 900 });
  const root = cards.find(({ card }) => card.id === "root")!;
  const right = frames.map((frame) => frame.x + frame.width);
  expect(right.every((x) => x < root.x)).toBe(true);
  expect(frames.map(({ timing }) => timing?.clock)).toEqual(["next_run", "bump"]);
  expect(trunks.map(({ tip }) => tip.x)).toEqual([root.x, root.x]);
  expect(trunks.map(({ path }) => Number(path.split(" ")[1]))).toEqual(right);
  const inside = cards.filter(({ card }) => card.id !== "root");
  expect(inside.every(({ x }) => x + sizes.cardWidth < right[0]!)).toBe(true);
  expect(width).toBeLessThanOrEqual(1216);
});
