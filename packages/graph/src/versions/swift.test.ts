import { describe, expect, it } from "vitest";
import { swift } from "./swift.ts";

describe("swift.state", () => {
  it.each([
    [null, "absent"],
    ["1.2.3", "pinned"],
    ["1.2.3-rc.1", "pinned"],
    ["from: 1.2.3", "range"],
    ["upToNextMajor(from: 1.2.3)", "range"],
    ["upToNextMinor(from: 1.2.3)", "range"],
    ["1.0.0..<2.0.0", "range"],
    ["1.0.0...1.9.9", "range"],
    ["from: 1.2", "floating"],
    ["main", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(swift.state(constraint)).toBe(state);
  });
});

describe("swift.admits", () => {
  it.each([
    ["from: 1.2.3", "1.9.0", true],
    ["from: 1.2.3", "1.2.2", false],
    ["from: 1.2.3", "2.0.0", false],
    ["from: 0.2.3", "0.9.0", true],
    ["upToNextMajor(from: 1.2.3)", "1.9.0", true],
    ["upToNextMinor(from: 1.2.3)", "1.2.9", true],
    ["upToNextMinor(from: 1.2.3)", "1.3.0", false],
    ["1.0.0..<2.0.0", "1.9.9", true],
    ["1.0.0..<2.0.0", "2.0.0", false],
    ["1.0.0...2.0.0", "2.0.0", true],
    ["from: 1.2.3", "1.3.0-rc.1", false],
    ["1.2.3", "1.2.3", true],
    ["1.2.3", "1.2.4", false],
    ["main", "1.2.3", undefined],
    ["from: 1.2.3", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(swift.admits(constraint, version)).toBe(admitted);
  });
});

it("swift.compare orders versions only", () => {
  expect(swift.compare("1.10.0", "1.9.0")).toBe(1);
  expect(swift.compare("1.0.0-rc.1", "1.0.0")).toBe(-1);
  expect(swift.compare("1.0", "1.0.0")).toBeUndefined();
});

it("swift.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2.3", "1.2.3-rc.1", "1.2"].map(swift.isStable)).toEqual([true, false, false]);
});
