import { describe, expect, it } from "vitest";
import { puppet } from "./puppet.ts";

describe("puppet.state [D-8.11]", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["7.0.0", "pinned"],
    ["= 7.0.0", "pinned"],
    ["v7.0.0", "pinned"],
    ["7.0.0-rc0", "pinned"],
    [">= 9.0.0 < 10.0.0", "range"],
    [">=1.0.0 <2.0.0 || >= 3.0.0", "range"],
    ["1.x", "range"],
    ["1.2.*", "range"],
    ["~> 1.2", "range"],
    ["^0.0.3", "range"],
    ["1.0.0 - 1.3.9", "range"],
    [">= 0.0.0", "floating"],
    ["*", "floating"],
    ["latest", "floating"],
    ["main", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(puppet.state(constraint)).toBe(state);
  });
});

describe("puppet.admits", () => {
  it.each([
    [">= 9.0.0 < 10.0.0", "9.7.0", true],
    [">= 9.0.0 < 10.0.0", "10.0.0", false],
    [">= 9.0.0 < 10.0.0", "9.7.1-rc0", false],
    [">= 9.0.0-rc0 < 10.0.0", "9.0.0-rc1", true],
    ["1.x", "1.9.0", true],
    ["1.x", "2.0.0", false],
    ["> 1.2", "1.2.9", false],
    ["> 1.2", "1.3.0", true],
    ["<= 1.2", "1.2.9", true],
    ["~ 1.2.3", "1.2.9", true],
    ["~= 1.2.3", "1.3.0", false],
    ["^1.2", "1.9.0", true],
    ["^0.0.3", "0.0.9", true],
    ["^0.0.3", "0.0.2", false],
    ["^0.0.3", "0.1.0", false],
    ["^0.2.3", "0.3.0", false],
    ["1.0.0 - 1.3.9", "1.3.9", true],
    [">=1.0.0 <2.0.0 || >=3.0.0", "3.1.0", true],
    ["7.0.0", "7.0.1", false],
    ["latest", "1.2.3", undefined],
    ["1.x", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(puppet.admits(constraint, version)).toBe(admitted);
  });
});

it("puppet.compare orders versions only", () => {
  expect(puppet.compare("1.10.0", "1.9.0")).toBe(1);
  expect(puppet.compare("1.0.0-rc2", "1.0.0")).toBe(-1);
  expect(puppet.compare("1.0", "1.0.0")).toBeUndefined();
});

it("puppet.isStable is false for pre-releases and texts that are not versions", () => {
  expect(["1.2.3", "1.2.3-rc0", "latest"].map(puppet.isStable)).toEqual([true, false, false]);
});
