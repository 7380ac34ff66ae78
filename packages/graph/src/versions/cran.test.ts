import { describe, expect, it } from "vitest";
import { cran } from "./cran.ts";

describe("cran.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["1.2.3", "pinned"],
    ["1.2-3", "pinned"],
    ["== 1.2.3", "pinned"],
    [">= 1.2.3", "range"],
    ["< 2", "range"],
    ["!= 1.2", "range"],
    ["devel", "floating"],
    [">= devel", "floating"],
  ])("%j is %s", (constraint, state) => {
    expect(cran.state(constraint)).toBe(state);
  });
});

describe("cran.admits", () => {
  it.each([
    [">= 1.2.3", "1.2.3", true],
    [">= 1.2.3", "1.2.2.9000", false],
    [">= 1.2.3", "1.10", true],
    ["> 1.2", "1.2", false],
    ["> 1.2", "1.2.0", true],
    ["<= 1.2", "1.2.1", false],
    ["< 2", "1.9.9", true],
    ["!= 1.2", "1.2", false],
    ["== 1.2-3", "1.2.3", true],
    ["1.2.3", "1.2.4", false],
    ["devel", "1.2.3", undefined],
    [">= 1", "v1", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(cran.admits(constraint, version)).toBe(admitted);
  });
});

it("cran.compare orders by numbers, and puts the version with fewer numbers first", () => {
  const ordered = ["0.9", "1", "1.0", "1.0.0", "1.0-1", "1.0.9", "1.0.10", "1.2.0.9000", "1.2.1", "10.0"];
  for (const [index, version] of ordered.entries()) {
    const orders = ordered.map((other) => cran.compare(other, version));
    expect(orders).toEqual(ordered.map((_, at) => Math.sign(at - index)));
  }
  expect(cran.compare("1.0", "devel")).toBeUndefined();
});

it("cran.compare treats dots and dashes alike", () => {
  expect(cran.compare("1.2-3", "1.2.3")).toBe(0);
});

it("cran.isStable is false for versions in development and for texts that are not versions", () => {
  expect(["1.2.3", "1.2.3.4", "1.2.3.9000", "1.2.3.9012", "devel"].map(cran.isStable)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
