import { describe, expect, it } from "vitest";
import { viaOf } from "./card-text.ts";
import { placeLayers } from "./drawing.ts";
import { NARROW_PADDING, TIMING_HEIGHT } from "./frame-sizes.ts";
import { isConditionalAt, timingInWords } from "./condition.ts";
import { archivedIn, timingsOf } from "./sections.ts";
import { summedSizes } from "./sizes.ts";
import { AROUND_ROOT, viewWith } from "./example-view.ts";
import type { Card, Layers } from "./layers.ts";
import { rootedLayers } from "./rooted-layers.ts";
import { usualEdges } from "./usual-edges.ts";

const near = (count: number): string[] => Array.from({ length: count }, (_, at) => `near-${at}`);

const around = (edges: readonly string[], traits: Parameters<typeof viewWith>[1] = {}): Layers =>
  rootedLayers(viewWith(edges, traits), { ...AROUND_ROOT, depth: 2, rowsFor: () => 20 });

it("keeps the lines of cards while they can be followed", () => {
  const few = around(near(16).map((id) => `${id} > root`));
  expect(few.isSummed).toBeUndefined();
  expect(usualEdges(few)).toHaveLength(16);
});

/** The same card, of archived repositories. */
const archive = (card: Card): Card =>
  card.kind === "group"
    ? { ...card, nodes: card.nodes.map((node) => ({ ...node, archived: true })) }
    : { ...card, node: { ...card.node, archived: true } };

it("sums up lines that are too many, by column and timing", () => {
  const links = [...near(17).map((id) => `${id} > root`), "far > near-0", "far > near-1"];
  const layers = around(links, { "near-0 > root": { clock: "next_run" } });
  expect(layers.isSummed).toBe(true);
  expect([archivedIn(layers, 1), archivedIn({ cards: layers.cards.map(archive) }, 1)]).toEqual([0, 17]);
  // Archived ones are in no timing: they get no change, and dependencies have none.
  const some = { cards: layers.cards.map((card) => (card.id === "near-0" ? archive(card) : card)) };
  expect(timingsOf(some, 1).map(({ clock, count }) => [clock, count])).toEqual([["bump", 16]]);
  const left = { cards: some.cards.map((card) => ({ ...card, column: -card.column })) };
  expect(timingsOf(left, -1).map(({ clock, count }) => [clock, count])).toEqual([["bump", 16]]);
  expect(usualEdges(layers)).toEqual([]);
  const sizes = summedSizes(layers.columns, 1216);
  const y = layers.cards.map((_, at) => at * 60);
  const { cards, frames, trunks } = placeLayers(layers, sizes, { id: 0, y, lanes: [], height: 900 });
  const [first, second] = frames;
  expect(frames.map(({ at, timings }) => [at, timings?.map(({ clock, count }) => [clock, count])])).toEqual([
    [
      1,
      [
        ["next_run", 1],
        ["bump", 16],
      ],
    ],
    [2, [["bump", 1]]],
  ]);
  // Each line ends at the timing that it is of, in the order from frame to frame, and leaves a frame at the same one.
  const lineOf = (place: number): number => first!.y + NARROW_PADDING + (place + 0.5) * TIMING_HEIGHT;
  expect(trunks.map(({ clock, tip }) => [clock, tip.x, tip.y])).toEqual([
    ["next_run", first!.x, lineOf(0)],
    ["bump", first!.x, lineOf(1)],
    ["bump", second!.x, lineOf(1)],
  ]);
  // The cards of all frames begin below the timings.
  const tops = [1, 2].map((at) =>
    Math.min(...cards.flatMap(({ card, y: top }) => (card.column === at ? top : []))),
  );
  expect(new Set(tops).size).toBe(1);
  expect(tops[0]).toBeGreaterThanOrEqual(first!.y + NARROW_PADDING + 2 * TIMING_HEIGHT);
});

it("says of cards that have nothing to edit after whose new version they get the change", () => {
  const links = [
    ...near(17).map((id) => `${id} > root`),
    ...["floats", "pinned", "both"].map((id) => `${id} > near-0`),
    "both > near-1",
  ];
  const view = viewWith(links);
  const nodes = view.nodes.map((node) => {
    const affected = {
      hops: node.id.startsWith("near") ? 1 : 2,
      clock: "bump",
      conditional: false,
      ...(["floats", "both"].includes(node.id) && { after: "after near-0 bumps" }),
    } as const;
    return { ...node, affected: node.id === "root" ? null : affected };
  });
  const layers = rootedLayers(
    { ...view, nodes },
    { ...AROUND_ROOT, through: "artifacts", depth: 2, rowsFor: () => 20 },
  );
  const words = layers.cards.flatMap((card) =>
    card.kind === "repository" && card.column === 2 ? [[card.id, viaOf(card)]] : [],
  );
  expect(Object.fromEntries(words)).toEqual({
    floats: "after near-0 bumps",
    pinned: "via near-0",
    both: "after near-0 or 1 other",
  });
  expect(timingsOf(layers, 2).map(timingInWords)).toEqual(["1 when bumped, 2 after near-0 bumps"]);
});

describe("dependencies", () => {
  const drawn = (dependencies: readonly string[]) => {
    const links = [
      ...near(17).map((id) => `${id} > root`),
      "far > near-0",
      ...dependencies.map((id) => `root > ${id}`),
    ];
    const layers = rootedLayers(viewWith(links, { "root > base": { clock: "next_run" } }), {
      ...AROUND_ROOT,
      direction: "both",
      depth: 2,
      rowsFor: () => 20,
    });
    const sizes = summedSizes(layers.columns, 1216);
    const y = layers.cards.map((_, at) => at * 60);
    return placeLayers(layers, sizes, { id: 0, y, lanes: [], height: 900 });
  };

  it("are summed up if nothing depends on the root", () => {
    const links = Array.from({ length: 17 }, (_, at) => `root > below-${at}`);
    const layers = rootedLayers(viewWith([...links, "below-0 > far"]), {
      ...AROUND_ROOT,
      direction: "dependencies",
      depth: 2,
      rowsFor: () => 20,
    });
    const sizes = summedSizes(layers.columns, 1216);
    const y = layers.cards.map((_, at) => at * 60);
    expect(layers.isSummed).toBe(true);
    expect(usualEdges(layers)).toEqual([]);
    const { trunks } = placeLayers(layers, sizes, { id: 0, y, lanes: [], height: 900 });
    expect(trunks.map(({ clock }) => clock)).toEqual(["bump", "bump"]);
  });

  it("are below the root beside summed dependents, with lines by timing", () => {
    const { cards, layers, sizes, trunks } = drawn(["base", "other"]);
    expect(usualEdges(layers)).toEqual([]);
    expect(layers.columns.map(({ at, isBelow = false }) => [at, isBelow])).toEqual([
      [-1, true],
      [0, false],
      [1, false],
      [2, false],
    ]);
    expect(trunks.map(({ clock, tip }) => [clock, tip.points])).toEqual([
      ["bump", "right"],
      ["bump", "right"],
      ["next_run", "up"],
      ["bump", "up"],
    ]);
    // Straight, and in no card.
    for (const { path, tip } of trunks) {
      const [, x, y] = path.split(" ");
      expect([tip.points === "up" ? Number(x) : Number(y), path.match(/[A-Z]/gu)]).toEqual([
        tip.points === "up" ? tip.x : tip.y,
        ["M", "L"],
      ]);
    }
    const toTheRight = trunks.filter(({ tip }) => tip.points === "right");
    expect(
      toTheRight.some(({ tip }) => cards.some(({ x }) => tip.x > x && tip.x < x + sizes.cardWidth)),
    ).toBe(false);
  });
});

it("sums up lines to groups of which only some get a change on their next run", () => {
  const teams = ["a", "b", "c", "d"];
  const names = Array.from({ length: 40 }, (_, at) => `${teams[at % 4]}-${at}`);
  const links = names.map((name) => `${name} > root`);
  const some = Object.fromEntries(links.slice(0, 20).map((link) => [link, { clock: "next_run" } as const]));
  const options = { ...AROUND_ROOT, rowsFor: () => 8 };
  expect(rootedLayers(viewWith(links, some), options).isSummed).toBe(true);
  expect(rootedLayers(viewWith(links), options).isSummed).toBeUndefined();
});

it("says of dependencies what a version decides on the way to the root", () => {
  const range = { clock: "next_run", version: "^1.0.0" } as const;
  const branch = { clock: "next_run", version: "main" } as const;
  const layers = rootedLayers(
    viewWith(["root > a", "root > b", "a > far-a", "b > far-b", "b > far-c"], {
      "root > a": range,
      "root > b": branch,
      "a > far-a": branch,
      "b > far-b": range,
      "b > far-c": branch,
    }),
    { ...AROUND_ROOT, direction: "dependencies", depth: 2 },
  );
  const may = layers.cards.flatMap((card) =>
    card.kind === "repository" && !card.isRoot ? [[card.id, isConditionalAt(card.node, "next_run")]] : [],
  );
  expect(Object.fromEntries(may)).toEqual({
    a: true,
    b: false,
    "far-a": true,
    "far-b": true,
    "far-c": false,
  });
  expect(timingsOf(layers, -2)).toEqual([
    { clock: "next_run", isMaximum: false, count: 1 },
    { clock: "next_run", isMaximum: true, count: 2 },
  ]);
});

it("names what is between the root and a repository of several hops, and how many others are", () => {
  const links = [...near(17).map((id) => `${id} > root`), "far > near-3", "far > near-4"];
  const layers = around(links);
  expect(layers.isSummed).toBe(true);
  const far = layers.cards.find(({ id }) => id === "far");
  expect(far).toMatchObject({ via: { id: "near-3" } });
  expect(far?.kind === "repository" ? far.others : []).toHaveLength(1);
});

it("names of those that a repository follows without an edit not what it would have to bump", () => {
  const links = [...near(17).map((id) => `${id} > root`), "far > near-3", "far > near-4"];
  const view = viewWith(links, { "far > near-4": { clock: "next_run" } });
  const nodes = view.nodes.map((node) =>
    node.id === "far"
      ? { ...node, affected: { hops: 2, clock: "bump" as const, after: "after near-4 bumps" } }
      : node,
  );
  const { cards } = rootedLayers({ ...view, nodes }, { ...AROUND_ROOT, depth: 2, rowsFor: () => 20 });
  const far = cards.find(({ id }) => id === "far");
  expect(far).toMatchObject({ via: { id: "near-4" }, others: [] });
});
