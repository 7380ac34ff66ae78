import { expect, it } from "vitest";
import { busLines, hasBuses, roundedPath } from "./bus-lines.ts";

const GAP = 40;
const HEIGHT = 60;

/** A line over one gap, or two with a place in between. */
const route = (from: string, to: string, heights: number[]) => ({
  edge: { id: `${from} ${to}`, from, to },
  gaps: heights.slice(1).map((_, at) => at),
  lefts: heights.slice(1).map((_, at) => 100 + at * 200),
  heights,
});

it("shares one vertical part per producer and gap, and no two producers share one", () => {
  const lines = busLines(
    [
      route("a", "x", [0, 100]),
      route("a", "y", [0, 200]),
      route("b", "x", [50, 100]),
      route("b", "z", [50, 50, 300]),
    ],
    GAP,
    HEIGHT,
  );
  const busOf = (id: string): number | undefined => lines.get(id)?.[1]?.x;
  expect(busOf("a x")).toBe(busOf("a y"));
  expect(busOf("b x")).toBe(busOf("b z"));
  expect(busOf("a x")).not.toBe(busOf("b x"));
  for (const points of lines.values()) {
    expect(points[1]!.x).toBeGreaterThan(100);
    expect(points[1]!.x).toBeLessThan(100 + GAP);
    // Straight in each part.
    for (const [at, point] of points.slice(1).entries())
      expect(point.x === points[at]!.x || point.y === points[at]!.y).toBe(true);
  }
});

it("ends lines at a consumer below each other, within its side", () => {
  const routes = Array.from({ length: 12 }, (_, at) => route(`p-${at}`, "x", [at * 70, 100]));
  const ends = [...busLines(routes, GAP, HEIGHT).values()].map((points) => points.at(-1)!.y);
  expect(new Set(ends).size).toBe(12);
  expect(Math.min(...ends)).toBeGreaterThan(100 - HEIGHT / 2);
  expect(Math.max(...ends)).toBeLessThan(100 + HEIGHT / 2);
  expect(ends).toEqual(ends.toSorted((a, b) => a - b));
});

it("does not seem to lead on to what only another producer leads to", () => {
  const lines = busLines(
    [
      route("a", "x", [0, 200]),
      route("b", "y", [100, 0]),
      route("c", "z", [200, 300]),
      route("a", "z", [0, 300]),
    ],
    GAP,
    HEIGHT,
  );
  const startOf = (id: string): number => lines.get(id)![0]!.y;
  // Beside a is y, of b. Beside c is x, of a. Beside b is nothing.
  expect(startOf("a x")).toBe(8);
  expect(startOf("a z")).toBe(8);
  expect(startOf("c z")).toBe(208);
  expect(startOf("b y")).toBe(100);
  expect(busLines([route("a", "x", [0, 0])], GAP, HEIGHT).get("a x")![0]!.y).toBe(0);
});

it("rounds corners without leaving the ends, and is for narrow gaps around a root", () => {
  const path = roundedPath([
    { x: 0, y: 0 },
    { x: 20, y: 0 },
    { x: 20, y: 50 },
    { x: 40, y: 50 },
  ]);
  expect(path).toBe("M 0 0 L 16 0 Q 20 0 20 4 L 20 46 Q 20 50 24 50 L 40 50");
  expect(hasBuses({ isAggregated: false }, 32)).toBe(true);
  expect(hasBuses({ isAggregated: false }, 96)).toBe(false);
  expect(hasBuses({ isAggregated: true }, 32)).toBe(false);
  expect(hasBuses({ isAggregated: false, isRanked: true }, 32)).toBe(false);
});
