import { expect, it } from "vitest";
import { fanInWeight } from "./no-ownership.tsx";

it("equals the numerator of the risk score", () => {
  expect([0, 6, 100, 500].map((dependents) => fanInWeight(dependents).toFixed(1))).toEqual([
    "0.0",
    "42.2",
    "100.0",
    "100.0",
  ]);
});
