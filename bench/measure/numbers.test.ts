import { expect, it } from "vitest";
import { percentile } from "./numbers.ts";

it("returns a percentile that is one of the values", () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(values, 0.5)).toBe(100);
  expect(percentile(values, 0.99)).toBe(198);
  expect(percentile([7], 0.01)).toBe(7);
});

it("throws for a percentile of no values", () => {
  expect(() => percentile([], 0.5)).toThrow("no values");
});
