import { expect, it } from "vitest";
import { placeLayers } from "./drawing.ts";
import { columnsIn, fitsInto, rowsIn, sizesOf } from "./sizes.ts";
import { usualLines } from "./shown-edges.ts";
import { AROUND_ROOT, viewWith } from "./example-view.ts";
import { rootedLayers } from "./rooted-layers.ts";
import { isThinned } from "./usual-edges.ts";

/** The usual edges around `root`, with two hops. */
function linesOf(edges: readonly string[], clocks: Parameters<typeof viewWith>[1] = {}): string[] {
  const layers = rootedLayers(viewWith([...edges], clocks), { ...AROUND_ROOT, depth: 2 });
  const drawing = placeLayers(layers, sizesOf(layers.columns, 1200), {
    id: 0,
    y: layers.cards.map((_, at) => at * 60),
    lanes: [],
    height: 900,
  });
  expect(isThinned(layers)).toBe(usualLines(drawing).length < layers.edges.length);
  return usualLines(drawing).map(({ edge }) => `${edge.from} > ${edge.to}`);
}

const NEAR = Array.from({ length: 9 }, (_, index) => `near-${index}`);

it("draws all edges of a small graph, also those within a column", () => {
  expect(linesOf(["a > root", "b > root", "b > a"])).toEqual(["root > a", "root > b", "a > b"]);
});

it("draws no lines within a column if they are many", () => {
  const within = (count: number) => Array.from({ length: count }, (_, at) => `near-${at + 1} > near-0`);
  const across = NEAR.map((id) => `${id} > root`);
  expect(linesOf([...across, ...within(6)])).toHaveLength(NEAR.length + 6);
  expect(linesOf([...across, ...within(7)])).toHaveLength(NEAR.length);
});

it("narrows cards so that as many columns as possible fit", () => {
  const columns = (count: number) => ({
    columns: Array.from({ length: count }, (_, at) => ({ at, title: "", count: 1 })),
  });
  const widthOf = (count: number, width: number): number => {
    const { cardWidth, gap } = sizesOf(columns(count).columns, width);
    return count * (cardWidth + gap);
  };
  expect([360, 768, 1216].map(columnsIn)).toEqual([1, 3, 7]);
  expect(fitsInto(columns(3), 768)).toBe(true);
  expect(widthOf(3, 768)).toBeLessThanOrEqual(744);
  expect(fitsInto(columns(4), 768)).toBe(false);
  expect(widthOf(7, 1216)).toBeLessThanOrEqual(1192);
  expect(sizesOf(2, 1216).cardWidth).toBe(380);
});

it("has as many rows as fit above the legend, fewer of narrow cards, and fewest where these name their organization", () => {
  const rowsOf = (columns: number, width: number, height: number, isOrgNamed = false) =>
    rowsIn(sizesOf(columns, width, isOrgNamed), width, height);
  expect([rowsOf(2, 1216, 900), rowsOf(7, 1216, 900), rowsOf(2, 768, 900), rowsOf(7, 1216, 400)]).toEqual([
    12, 8, 10, 5,
  ]);
  expect([rowsOf(4, 1216, 900, true), rowsOf(5, 1216, 900, true)]).toEqual([10, 7]);
});
