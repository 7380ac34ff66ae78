import { describe, expect, it } from "vitest";
import { cargo } from "./cargo.ts";

describe("cargo.state", () => {
  it.each([
    [null, "absent"],
    ["=1.2.3", "pinned"],
    ["= 1.2.3", "pinned"],
    ["=1.2.3-rc.1", "pinned"],
    ["1.2.3", "range"],
    ["1", "range"],
    ["=1.2", "range"],
    ["^1.2", "range"],
    ["~1.2", "range"],
    ["1.*", "range"],
    [">=1.2, <2", "range"],
    ["*", "floating"],
    ["latest", "floating"],
    ["1 || 2", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(cargo.state(constraint)).toBe(state);
  });
});

describe("cargo.admits", () => {
  it.each([
    ["1.2.3", "1.9.0", true],
    ["1.2.3", "2.0.0", false],
    ["0.2.3", "0.3.0", false],
    ["0.0.3", "0.0.4", false],
    ["1.*", "1.9.0", true],
    ["1.2.*", "1.3.0", false],
    ["~1.2", "1.3.0", false],
    ["=1.2.3", "1.2.4", false],
    ["=1.2", "1.2.4", true],
    [">=1.2, <1.5", "1.4.9", true],
    [">=1.2, <1.5", "1.5.0", false],
    ["1.2.3", "1.9.0-rc.1", false],
    ["latest", "1.0.0", undefined],
    ["1", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(cargo.admits(constraint, version)).toBe(admitted);
  });
});

it("cargo.compare orders versions only", () => {
  expect(cargo.compare("1.10.0", "1.9.0")).toBe(1);
  expect(cargo.compare("1.0.0-rc.2", "1.0.0-rc.10")).toBe(-1);
  expect(cargo.compare("1.0", "1.0.0")).toBeUndefined();
});

it("cargo.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2.3", "1.2.3-rc.1", "1.2"].map(cargo.isStable)).toEqual([true, false, false]);
});
