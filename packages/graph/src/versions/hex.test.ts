import { describe, expect, it } from "vitest";
import { hex } from "./hex.ts";

describe("hex.state", () => {
  it.each([
    [null, "absent"],
    ["1.2.3", "pinned"],
    ["== 1.2.3", "pinned"],
    ["~> 1.2", "range"],
    ["~> 1.2 and != 1.3.0", "range"],
    ["~> 1.2 or ~> 2.0", "range"],
    [">= 0.0.0", "floating"],
    ["main", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(hex.state(constraint)).toBe(state);
  });
});

describe("hex.admits", () => {
  it.each([
    ["~> 1.2", "1.9.0", true],
    ["~> 1.2", "2.0.0", false],
    ["~> 1.2.3", "1.3.0", false],
    ["~> 1.2 and != 1.3.0", "1.3.0", false],
    ["~> 1.2 or ~> 2.0", "2.5.0", true],
    ["== 1.2.3", "1.2.3+build", true],
    ["main", "1.0.0", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(hex.admits(constraint, version)).toBe(admitted);
  });
});

it("hex orders pre-releases before releases and treats them as unstable", () => {
  expect(hex.compare("1.0.0-rc.1", "1.0.0")).toBeLessThan(0);
  expect(hex.compare("1.0.0-rc.2", "1.0.0-rc.10")).toBeLessThan(0);
  expect([hex.isStable("1.0.0-rc.1"), hex.isStable("1.0.0+build")]).toEqual([false, true]);
});
