import { expect, it } from "vitest";
import { scatter } from "./scatter.ts";

const risk = (bus_factor: number, dependent_repositories_total: number) => ({
  bus_factor,
  dependent_repositories_total,
});

it("repositories of one bus factor and fan-in are one point, the safest level with all that are safe", () => {
  expect(scatter([risk(1, 99), risk(1, 99), risk(5, 0), risk(40, 0)])).toEqual([
    { busFactor: 1, dependents: 99, count: 2, x: 1, y: 0 },
    { busFactor: 5, dependents: 0, count: 2, x: 0, y: 1 },
  ]);
});

it("the fan-in is logarithmic: nine are half the way to 99", () => {
  expect(scatter([risk(1, 99), risk(3, 9)])[1]).toMatchObject({ x: 0.5, y: 0.5 });
});
