import { describe, expect, it } from "vitest";
import { ruby } from "./ruby.ts";

describe("ruby.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["1.2.3", "pinned"],
    ["= 1.2.3", "pinned"],
    ["~> 1.2", "range"],
    ["~> 1.2, >= 1.2.3", "range"],
    ["!= 1", "range"],
    [">= 1", "range"],
    [">= 0", "floating"],
    ["main", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(ruby.state(constraint)).toBe(state);
  });
});

describe("ruby.compare", () => {
  it("follows RubyGems", () => {
    const versions = [
      "0.9",
      "1.0.a",
      "1.0.b1",
      "1.0.b2",
      "1.0.0-rc1",
      "1.0.rc1",
      "1.0",
      "1.0.1",
      "1.2",
      "1.10",
      "2",
    ];
    const sorted = versions.toReversed().toSorted((a, b) => ruby.compare(a, b) ?? Number.NaN);
    expect(sorted).toEqual(versions);
    expect(ruby.compare("1", "1.0.0")).toBe(0);
    expect(ruby.compare("main", "1")).toBeUndefined();
  });
});

describe("ruby.admits", () => {
  it.each([
    ["~> 1.2", "1.9", true],
    ["~> 1.2", "2.0", false],
    ["~> 1.2", "2.0.rc1", false],
    ["~> 1.2.3", "1.2.9", true],
    ["~> 1.2.3", "1.3", false],
    ["~> 1", "1.9", true],
    ["~> 1", "2.0", false],
    ["~> 1.2.a", "1.2.b", true],
    ["~> 1.2, != 1.3", "1.3", false],
    [">= 1, < 3", "2.9.9", true],
    [">= 1", "2.0.pre", false],
    ["1.2", "1.2.0", true],
    ["main", "1", undefined],
    ["~> 1", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(ruby.admits(constraint, version)).toBe(admitted);
  });
});

it("ruby.isStable is false for versions with letters and invalid versions", () => {
  expect(["1.0.rc1", "1.0-x", "main"].filter(ruby.isStable)).toEqual([]);
  expect(ruby.isStable("1.2.3.4")).toBe(true);
});
