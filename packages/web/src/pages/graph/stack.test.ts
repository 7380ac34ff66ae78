import { describe, expect, it } from "vitest";
import { textWidth } from "../../format/text-width.ts";
import { placeLayers } from "./drawing.ts";
import { waysInLines } from "./ways-lines.tsx";
import { AROUND_ROOT, viewWith } from "./example-view.ts";
import { NARROW_PADDING } from "./frame-sizes.ts";
import { nextCard } from "./next-card.ts";
import { drawnNodes } from "./layers.ts";
import { rootedLayers } from "./rooted-layers.ts";
import { framedRowsIn, framedSizes, partsIn, rowsIn, sizesOf, stackedRowsIn, summedSizes } from "./sizes.ts";
import type { SectionCounts } from "./sections.ts";
import { countSlots } from "./slots.ts";
import { usualEdges } from "./usual-edges.ts";

const WIDTH = 1216;
const HEIGHT = 900;
/** More dependents than fit into a column, in three hops, and dependencies in three hops, of which the second has most. */
const DEPENDENTS = Array.from({ length: 17 }, (_, at) => `near-${at} > root`);
const LINKS = [
  ...DEPENDENTS,
  "far > near-0",
  "farther > far",
  ...["a", "b", "c"].map((id) => `root > lib-${id}`),
  ...["a", "b", "c", "d", "e"].map((id) => `lib-a > base-${id}`),
  ...["a", "b"].map((id) => `base-a > core-${id}`),
];

/** Of the group that most dependents are in, a part gets a change on its next run. */
const SOON = Object.fromEntries(DEPENDENTS.slice(0, 9).map((link) => [link, { clock: "next_run" as const }]));

const drawn = (links: readonly string[], width = WIDTH) => {
  const sizesFor = (count: number) => summedSizes(count, width);
  const layers = rootedLayers(viewWith(links, SOON), {
    ...AROUND_ROOT,
    direction: "both",
    depth: 3,
    rowsFor: (count) => rowsIn(sizesOf(count, width), width, HEIGHT),
    summed: {
      rowsFor: (count) => rowsIn(sizesFor(count), width, HEIGHT),
      stackedRowsFor: (stacked, count) => stackedRowsIn(stacked, sizesFor(count), width, HEIGHT),
    },
  });
  const y = layers.cards.map((_, at) => at * 60);
  return placeLayers(layers, summedSizes(layers.columns, width), { id: 0, y, lanes: [], height: HEIGHT });
};

describe("dependencies beside summed dependents", () => {
  it("are below each other, below the root", () => {
    const { layers, columns, frames, cards, sizes, trunks, height } = drawn(LINKS);
    expect(layers.columns.map(({ at, isBelow = false }) => [at, isBelow])).toEqual([
      [-3, true],
      [-2, true],
      [-1, true],
      [0, false],
      [1, false],
      [2, false],
      [3, false],
    ]);
    expect(countSlots(layers.columns)).toBe(4);
    expect(sizes.cardWidth).toBeGreaterThan(176);
    const left = frames.filter(({ at }) => at < 0).toSorted((a, b) => b.at - a.at);
    const root = cards.find(({ card }) => card.column === 0)!;
    expect(new Set(left.map(({ x }) => x))).toEqual(new Set([root.x - NARROW_PADDING]));
    for (const [index, frame] of left.entries()) {
      const above = left[index - 1] ?? { y: root.y, height: sizes.cardHeight };
      const top = columns.find(({ at }) => at === frame.at)?.top ?? 0;
      expect(top).toBeGreaterThanOrEqual(above.y + above.height);
      expect(top).toBeLessThan(frame.y);
      // Its line leads to the frame above, whose cards lead on to the root, or to the root.
      const line = trunks.find(({ tip }) => tip.points === "up" && tip.y === above.y + above.height);
      expect(line?.path).toBe(`M ${line?.tip.x} ${frame.y} L ${line?.tip.x} ${above.y + above.height}`);
    }
    expect(usualEdges(layers)).toEqual([]);
    // All that are nearest have a card, as far as those farther away have one as well.
    const inside = cards.filter(({ card }) => card.column < 0);
    expect(inside.map(({ card }) => card.column)).toEqual([-1, -1, -1, -2, -2, -3, -3]);
    expect(height).toBeLessThanOrEqual(HEIGHT - 130);
  });

  it("are reached by arrow keys from frame to frame", () => {
    const drawing = drawn(LINKS);
    const column = drawing.cards.filter(({ card }) => card.column < 0).toSorted((a, b) => a.y - b.y);
    const last = column.findLast(({ card }) => card.column === -1)!.card;
    const first = column.find(({ card }) => card.column === -2)!.card;
    expect(nextCard(drawing, last.id, "ArrowDown")).toBe(first.id);
    expect(nextCard(drawing, column[0]!.card.id, "ArrowUp")).toBe("root");
  });

  it("are beside each other with few columns of dependents, and where all lines can be followed", () => {
    const below = (links: readonly string[], width?: number): number =>
      drawn(links, width).columns.filter(({ isBelow }) => isBelow === true).length;
    expect(below(LINKS.slice(DEPENDENTS.length + 2))).toBe(0);
    expect(below(LINKS.filter((link) => !link.startsWith("far")))).toBe(0);
    expect(below(LINKS.slice(DEPENDENTS.length - 3))).toBe(0);
  });
});

describe("dependencies beside dependents in sections", () => {
  const framed = {
    parts: (columns: number, hasStack: boolean) => partsIn(WIDTH, columns, hasStack),
    rows: (counts: SectionCounts) => framedRowsIn(counts, WIDTH, HEIGHT),
    widthOf: () => WIDTH,
    stackedRows: (stacked: number, parts: number) =>
      stackedRowsIn(stacked, framedSizes(1, parts, WIDTH, true), WIDTH, HEIGHT),
  };

  it("are below the root as well, with a line from each frame to what is above it", () => {
    const links = LINKS.filter((link) => !link.startsWith("far"));
    const layers = rootedLayers(viewWith(links, SOON), {
      ...AROUND_ROOT,
      direction: "both",
      depth: 3,
      framed,
    });
    expect(layers.columns.map(({ at, isBelow = false, parts }) => [at, isBelow, parts])).toEqual([
      [-3, true, undefined],
      [-2, true, undefined],
      [-1, true, undefined],
      [0, false, undefined],
      [1, false, 3],
    ]);
    expect(usualEdges(layers)).toEqual([]);
    const sizes = sizesOf(layers.columns, WIDTH);
    const y = layers.cards.map((_, at) => at * 60);
    const { cards, frames, trunks, height } = placeLayers(layers, sizes, {
      id: 0,
      y,
      lanes: [],
      height: HEIGHT,
    });
    const root = cards.find(({ card }) => card.column === 0)!;
    const left = frames.filter(({ at }) => at < 0).toSorted((a, b) => b.at - a.at);
    expect(new Set(left.map(({ x }) => x))).toEqual(new Set([root.x - NARROW_PADDING]));
    // The root is beside the first card, and no card of one frame is in another.
    expect(root.y).toBe(Math.min(...cards.filter(({ card }) => card.column === 1).map((one) => one.y)));
    const tops = left.map((frame, index) => [
      left[index - 1] ? left[index - 1]!.y + left[index - 1]!.height : root.y + sizes.cardHeight,
      frame.y,
    ]);
    for (const [above = 0, top = 0] of tops) expect(top).toBeGreaterThan(above);
    expect(trunks.map(({ clock, tip }) => [clock, tip.points, tip.y])).toEqual([
      ["next_run", "right", expect.any(Number)],
      ["bump", "right", expect.any(Number)],
      ...tops.map(([above]) => ["bump", "up", above]),
    ]);
    expect(height).toBeLessThanOrEqual(HEIGHT - 130);
  });

  it("have cards for repositories that others with a card lead to, and name these", () => {
    // Of 9 at one hop, few have a card. What most of two hops use is behind one of the others.
    const near = Array.from({ length: 9 }, (_, at) => `root > lib-${at}`);
    const far = Array.from({ length: 9 }, (_, at) => `lib-${at} > base-${at}`);
    const used = Array.from({ length: 5 }, (_, at) => `user-${at} > base-8`);
    const ends = Array.from({ length: 9 }, (_, at) => `base-${at} > core-${at}`);
    const links = [...DEPENDENTS, ...near, ...far, ...ends, ...used];
    const namedWith = (more: readonly string[]) => {
      const view = viewWith([...links, ...more]);
      const { cards } = rootedLayers(view, { ...AROUND_ROOT, direction: "both", depth: 3, framed });
      const alone = cards.filter((card) => card.column < 0).filter((card) => card.kind === "repository");
      expect(new Set(alone.map(({ column }) => column))).toEqual(new Set([-1, -2, -3]));
      const ids = new Set(cards.map(({ id }) => id));
      const named = alone.flatMap(({ via, others = [] }) => (via ? [via, ...others] : []));
      return named.map(({ id }) => ids.has(id));
    };
    expect(namedWith([])).toEqual([true, true]);
    // Of two ways, both have a card.
    expect(namedWith(["lib-0 > base-8"])).toEqual([true, true]);
  });

  it("say through which repositories those of a stack are reached, and as many of these as have room", () => {
    const near = Array.from({ length: 9 }, (_, at) => `root > lib-${at}`);
    const far = Array.from({ length: 12 }, (_, at) => `lib-${at % 5} > base-${at}`);
    // Each counts once, for the one that leads to most.
    far.push("lib-3 > base-90", "lib-3 > base-91", "lib-4 > base-90", "lib-4 > base-3");
    const view = viewWith([...DEPENDENTS, ...near, ...far]);
    const { cards } = rootedLayers(view, { ...AROUND_ROOT, direction: "both", depth: 2, framed });
    const stack = cards.filter((card) => card.kind === "group").find(({ column }) => column === -2);
    const lines = (room: number, most?: number) => stack && waysInLines(stack, room, most);
    expect(stack?.ways?.map(({ via, nodes }) => [via.id, nodes.length])).toEqual([
      // The one that has a card is not counted.
      ["lib-3", 3],
      ["lib-0", 3],
      ["lib-1", 3],
      ["lib-2", 2],
      ["lib-4", 2],
    ]);
    const [first, second] = ["3 via lib-3", "3 lib-0"];
    expect(lines(Infinity)).toEqual([`${first}, ${second}, 3 lib-1, 2 lib-2, 2 lib-4`]);
    const room = textWidth(`${first}, 10 via others `);
    expect(lines(room)).toEqual([`${first}, ${second},`, "3 lib-1, 2 lib-2, 2 lib-4"]);
    expect(lines(room, 1)).toEqual([`${first}, 10 via others`]);
    // Without room for these, the start.
    expect(lines(textWidth(`${first}, … `))).toEqual([`${first},`, `${second}, …`]);
    expect(lines(20)).toEqual([]);
  });

  it("say how many are only reached through archived repositories, which pass nothing on", () => {
    const near = Array.from({ length: 9 }, (_, at) => `root > lib-${at}`);
    const far = Array.from({ length: 12 }, (_, at) => `lib-${at % 4} > base-${at}`);
    // Also through another one.
    far.push("lib-1 > base-0");
    const all = viewWith([...DEPENDENTS, ...near, ...far, "base-4 > core", "base-0 > shared"]);
    const nodes = all.nodes.map((node) => ({ ...node, archived: node.id === "lib-0" }));
    const { cards } = rootedLayers(
      { ...all, nodes },
      { ...AROUND_ROOT, direction: "both", depth: 3, framed },
    );
    const stack = cards.filter((card) => card.kind === "group").find(({ column }) => column === -2);
    const timings = drawnNodes({ cards }).flatMap(({ id, arrival }) =>
      ["base-0", "base-4", "core", "shared"].includes(id) ? [[id, arrival?.clock]] : [],
    );
    expect(Object.fromEntries(timings)).toEqual({
      "base-0": "bump",
      "base-4": "unknown",
      core: "unknown",
      shared: "bump",
    });
    expect(stack && waysInLines(stack, Infinity)[0]).toMatch(/^\d via lib-\d, .*, 2 via archived ones$/u);
  });

  it("have a card each on one way from hop to hop", () => {
    const near = Array.from({ length: 9 }, (_, at) => `root > lib-${at}`);
    const far = Array.from({ length: 9 }, (_, at) => [`lib-${at} > base-${at}`, `base-${at} > core-${at}`]);
    // The second at one hop leads to what most use.
    const used = Array.from({ length: 5 }, (_, at) => `user-${at} > base-1`);
    const view = viewWith([...DEPENDENTS, ...near, ...far.flat(), ...used]);
    const { cards } = rootedLayers(view, { ...AROUND_ROOT, direction: "both", depth: 3, framed });
    const alone = cards.filter((card) => card.column < 0).filter((card) => card.kind === "repository");
    expect(alone.map(({ node, via }) => [node.id, via?.id]).slice(-2)).toEqual([
      ["base-0", alone[0]?.node.id],
      ["core-0", "base-0"],
    ]);
  });

  it("are on its left where they are what needs the room", () => {
    const many = Array.from({ length: 30 }, (_, at) => `root > lib-${at}`);
    const { columns } = rootedLayers(viewWith(["a > root", ...many]), {
      ...AROUND_ROOT,
      direction: "both",
      framed,
    });
    expect(columns.map(({ at, isBelow = false, parts = 1 }) => [at, isBelow, parts > 1])).toEqual([
      [-1, false, true],
      [0, false, false],
      [1, false, false],
    ]);
  });
});
