import { expect, it } from "vitest";
import { scatter } from "./ownership-risk.tsx";

const risk = (bus_factor: number, dependent_repositories_total: number) => ({
  repository: { id: `${bus_factor}` },
  bus_factor,
  dependent_repositories_total,
});

it("merges repositories with equal bus factor and dependents and caps the bus factor", () => {
  expect(scatter([risk(1, 99), risk(1, 99), risk(5, 0), risk(40, 0)])).toEqual([
    { busFactor: 1, dependents: [99, 99], ids: ["1", "1"], x: 1, y: 0 },
    { busFactor: 5, dependents: [0, 0], ids: ["5", "40"], x: 0, y: 1 },
  ]);
});

it("scales dependents logarithmically", () => {
  expect(scatter([risk(1, 99), risk(3, 9)])[1]).toMatchObject({ x: 0.5, y: 0.5 });
});

it("merges points that would overlap on a narrow screen", () => {
  const merged = scatter([risk(1, 60), risk(1, 70), risk(1, 99)]).find(({ ids }) => ids.length > 1);
  expect(merged).toMatchObject({ dependents: [60, 70], x: 0.875 });
});
