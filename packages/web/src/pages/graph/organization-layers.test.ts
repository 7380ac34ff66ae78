import { expect, it } from "vitest";
import { placeLayers } from "./drawing.ts";
import { rankedSizes } from "./sizes.ts";
import { usualLines } from "./shown-edges.ts";
import { SHOP, viewWith } from "./example-view.ts";
import { drawnIds } from "./layers.ts";
import { linesAround } from "./lines-around.ts";
import { repositoryLayers } from "./organization-layers.ts";
import { countSlots } from "./slots.ts";
import { usualEdges } from "./usual-edges.ts";

/** Five columns of cards that use each other in all directions. */
const DENSE = viewWith(
  Array.from({ length: 24 }, (_, from) => from).flatMap((from) =>
    Array.from({ length: 24 }, (_, to) => to)
      .filter((to) => from !== to && (from > to ? (from + to) % 3 > 0 : (from * to) % 7 === 3))
      .map((to) => `r${from} > r${to}`),
  ),
);

it("has fewer columns in a window without room for all", () => {
  const options = { grouping: "prefix" as const, open: new Set<string>() };
  const titles = (columns: number) =>
    repositoryLayers(SHOP, { ...options, columns }).columns.map(({ title }) => title);
  expect(titles(5)).toEqual(["Used by others only", "Balanced", "Uses others only"]);
  // A list has room for all.
  expect(titles(1)).toEqual(titles(5));
  expect(titles(4)).toEqual(["Used by others only", "Used and using", "Uses others only"]);
});

it("has the same repositories under the same title, however many columns there are", () => {
  // From what others use only to what only uses others.
  const view = viewWith([
    ...["used", "even", "using", "app"].map((name) => `${name} > lib`),
    ...["even", "using", "app"].map((name) => `${name} > used`),
    ...["using", "app"].map((name) => `${name} > even`),
    "app > using",
  ]);
  const membersOf = (columns: number) => {
    const layers = repositoryLayers(view, { grouping: "prefix", open: new Set(), columns });
    return layers.columns.map(({ at, title }) => [
      title,
      layers.cards.flatMap(({ id, column }) => (column === at ? id : [])),
    ]);
  };
  expect(membersOf(5)).toEqual([
    ["Used by others only", ["lib"]],
    ["Mostly used", ["used"]],
    ["Balanced", ["even"]],
    ["Mostly using", ["using"]],
    ["Uses others only", ["app"]],
  ]);
  expect(membersOf(4)).toEqual([
    ["Used by others only", ["lib"]],
    // The most used first.
    ["Used and using", ["used", "even", "using"]],
    ["Uses others only", ["app"]],
  ]);
});

it("has no line back into its first column, however few columns there are", () => {
  for (const columns of [5, 4]) {
    const layers = repositoryLayers(DENSE, { grouping: "prefix", open: new Set(), columns });
    const columnOf = new Map(layers.cards.map(({ id, column }) => [id, column]));
    expect(layers.columns[0]?.title).toBe("Used by others only");
    expect(layers.edges.filter(({ to }) => columnOf.get(to) === 0)).toEqual([]);
  }
});

it("knows which repositories of each stack have lines to a card, together all its dependents and dependencies", () => {
  const all = viewWith(Array.from({ length: 20 }, (_, at) => [`x${at} > lib`, `x${at} > y${at}`]).flat());
  const view = { ...all, edges: all.edges.filter(({ id }) => !/^x\d*[13579] > lib$/u.test(id)) };
  const layers = repositoryLayers(view, { grouping: "prefix", open: new Set(), rowsFor: () => 5 });
  const stack = layers.cards.find((one) => one.kind === "group" && one.nodes.some(({ id }) => id === "x9"))!;
  const lit = layers.litBy!("lib");
  expect([...lit.values()].flatMap((ids) => [...ids])).toHaveLength(10);
  const inside = stack.kind === "group" ? stack.nodes.map(({ id }) => id) : [];
  expect(lit.get(stack.id)).toEqual(new Set(inside.filter((id) => /[02468]$/u.test(id))));
  expect(lit.get(stack.id)!.size).toBeLessThan(inside.length);
});

it("shows every repository, those without dependencies as one card with its own count below the last column", () => {
  const isolated = ["idle", "rest"].map((id) => ({ ...SHOP.nodes[0]!, id }));
  const all = { ...SHOP, nodes: [...SHOP.nodes, ...isolated] };
  const layers = repositoryLayers(all, { grouping: "prefix", open: new Set() });
  expect(drawnIds(layers)).toEqual(new Set([...SHOP.nodes.map(({ id }) => id), "idle", "rest"]));
  const last = layers.columns.at(-1)!;
  expect(last).toMatchObject({ title: "Unconnected", count: 2, isBelow: true });
  expect(countSlots(layers.columns)).toBe(last.at);
  expect(layers.columns.reduce((sum, { count }) => sum + count, 0)).toBe(all.nodes.length);
  expect(layers.cards.at(-1)).toMatchObject({ title: "No dependencies", column: last.at, nodes: isolated });
  expect(layers.edges).toHaveLength(SHOP.edges.length);
  const open = repositoryLayers(all, { grouping: "prefix", open: new Set([`${last.at}.none`]) });
  expect(open.cards.slice(-2).map(({ id }) => id)).toEqual(["idle", "rest"]);
});

it("has a card for the riskiest repositories, and before more of these for the most used ones", () => {
  const risky = Array.from({ length: 6 }, (_, at) => `ci-${at}`);
  const used = ["lib-0", "lib-1"];
  const apps = Array.from({ length: 9 }, (_, at) => `app-${at}`);
  // The libraries have more dependents, of which none gets a change on its next run.
  const links = apps.flatMap((app) => [...used, ...risky].map((id) => `${app} > ${id}`));
  const more = Array.from({ length: 9 }, (_, at) => used.map((id) => `more-${at} > ${id}`)).flat();
  const soon = Object.fromEntries(
    links.map((link) => [link, { clock: link.includes("ci-") ? "next_run" : "bump" }] as const),
  );
  const { cards } = repositoryLayers(viewWith([...links, ...more], soon), {
    grouping: "prefix",
    open: new Set(),
    rowsFor: () => 7,
  });
  const alone = cards.flatMap((card) => (card.kind === "repository" && card.column === 0 ? card.id : []));
  expect(alone.toSorted()).toEqual(["ci-0", "ci-1", "ci-2", "ci-3", "lib-0", "lib-1"]);
});

const drawingOf = (view: typeof SHOP, selected?: string) => {
  const layers = repositoryLayers(view, { grouping: "prefix", open: new Set(), selected });
  const y = layers.cards.map(() => 0);
  return placeLayers(layers, rankedSizes(layers.columns, 1216), { id: 0, y, lanes: [], height: 900 });
};

it("draws the lines of the repository with the most dependents on their next run, or of the selected one", () => {
  const view = viewWith(["a > core", "b > core", "c > core", "a > ci", "b > ci"], {
    "a > ci": { clock: "next_run" },
  });
  const linesOf = (selected?: string) =>
    usualLines(drawingOf(view, selected)).map(({ edge }) => `${edge.from} > ${edge.to}`);
  expect(linesOf()).toEqual(["ci > a", "ci > b"]);
  expect(linesOf("b")).toEqual(["core > b", "ci > b"]);
  expect(usualEdges(drawingOf(view).layers)).toHaveLength(2);
  // Without any on the next run, what is used most.
  expect(drawingOf(viewWith(["a > core", "b > core", "a > ci"])).layers.held).toBe("core");
});

/** Between a line and cards that it does not lead to. */
const CLEAR = 7;

it("puts cards in rows from the top, between which all lines of a card lead to the others without coming near them", () => {
  const drawing = drawingOf(DENSE);
  const { cards, sizes, columns } = drawing;
  expect(columns.length).toBeGreaterThan(2);
  const rows = new Set(cards.map(({ y }) => y));
  expect(rows.size).toBe(
    Math.max(
      ...Map.groupBy(cards, ({ x }) => x)
        .values()
        .map(({ length }) => length),
    ),
  );
  let count = 0;
  for (const { card } of cards) {
    for (const { edge, path, tip } of linesAround(drawing, card.id)) {
      count++;
      const points = [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/gu)].map(([, x, y]) => ({
        x: Number(x),
        y: Number(y),
      }));
      // Beside others, it does not look like a border of them.
      const isInside = (at: { x: number; y: number }) =>
        cards.some(({ card: { id }, x, y }) => {
          const room = id === edge.from || id === edge.to ? 0 : CLEAR;
          return (
            at.x > x - room &&
            at.x < x + sizes.cardWidth + room &&
            at.y > y - room &&
            at.y < y + sizes.cardHeight + room
          );
        });
      for (const [at, point] of points.slice(1).entries()) {
        const before = points[at]!;
        for (let step = 0; step <= 40; step++) {
          const share = step / 40;
          const between = {
            x: before.x + share * (point.x - before.x),
            y: before.y + share * (point.y - before.y),
          };
          expect(isInside(between), `${edge.id} in a card`).toBe(false);
        }
      }
      const consumer = cards.find((one) => one.card.id === edge.to)!;
      expect([consumer.x, consumer.x + sizes.cardWidth]).toContain(tip.x);
      expect(tip.points).toBe(tip.x === consumer.x ? "right" : "left");
      expect(points.at(-1)).toEqual({ x: tip.x, y: tip.y });
    }
  }
  // Each line has two ends.
  expect(count).toBe(2 * drawing.edges.length);
});

it("draws no dependency of an archived repository as one of the next run", () => {
  const next = { clock: "next_run" } as const;
  const view = viewWith(["app > lib", "old > lib"], { "app > lib": next, "old > lib": next });
  const nodes = view.nodes.map((node) => ({ ...node, archived: node.id === "old" }));
  const { edges } = repositoryLayers({ ...view, nodes }, { grouping: "prefix", open: new Set() });
  expect(Object.fromEntries(edges.map(({ to, clock }) => [to, clock]))).toEqual({
    app: "next_run",
    old: "bump",
  });
});
