import { expect, it } from "vitest";
import { percentile } from "./percentile.ts";

it("is a value that occurs, and not exceeded by the share", () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(percentile(values, 0.5)).toBe(100);
  expect(percentile(values, 0.99)).toBe(198);
  expect(percentile([7], 0.01)).toBe(7);
});

it("of nothing is an error", () => {
  expect(() => percentile([], 0.5)).toThrow("nothing");
});
