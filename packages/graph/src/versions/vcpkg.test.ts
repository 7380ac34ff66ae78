import { describe, expect, it } from "vitest";
import { vcpkg } from "./vcpkg.ts";

describe("vcpkg.state", () => {
  it.each([
    [null, "absent"],
    ["1.2.3", "pinned"],
    ["1.2.3#1", "pinned"],
    ["2024-01-31", "pinned"],
    [">=1.2.3", "range"],
    [">=1.2.3#4", "range"],
    ["vista", "floating"],
  ])("%j is %s", (constraint, state) => {
    expect(vcpkg.state(constraint)).toBe(state);
  });
});

describe("vcpkg.admits", () => {
  it.each([
    [">=1.2.3", "1.2.3", true],
    [">=1.2.3", "2.0.0", true],
    [">=1.2.3#1", "1.2.3", false],
    ["1.2.3", "1.2.3", true],
    ["1.2.3", "1.2.4", false],
    ["1.2.3#1", "1.2.3#2", false],
    ["vista", "1.2.3", undefined],
    [">=1", "vista", undefined],
    ["1.0", "1.0.0", false],
    [">=1.0.0", "1.0", false],
    [">=1.0", "1.0.0", true],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(vcpkg.admits(constraint, version)).toBe(admitted);
  });
});

it("vcpkg.compare orders by version, then by port version", () => {
  expect(vcpkg.compare("1.10", "1.9")).toBe(1);
  expect(vcpkg.compare("1.9#2", "1.9#10")).toBe(-1);
  expect(vcpkg.compare("2024-01-31", "2024-01-31.1")).toBe(-1);
  expect(vcpkg.compare("1.0", "vista")).toBeUndefined();
});

it("vcpkg.compare puts the version with fewer numbers first, so that 1.0 and 1.0.0 differ", () => {
  const ordered = ["0", "0.1", "0.1.0", "1", "1.0.0", "1.0.0#1", "1.0.1", "1.1", "2.0.0"];
  for (const [index, version] of ordered.entries()) {
    const orders = ordered.map((other) => vcpkg.compare(other, version));
    expect(orders).toEqual(ordered.map((_, at) => Math.sign(at - index)));
  }
});

it("vcpkg.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2#1", "1.2-rc1", "vista"].map(vcpkg.isStable)).toEqual([true, false, false]);
});
