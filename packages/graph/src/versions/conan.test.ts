import { describe, expect, it } from "vitest";
import { conan } from "./conan.ts";

describe("conan.state", () => {
  it.each([
    [null, "absent"],
    ["1.2.3", "pinned"],
    ["1.1.1w", "pinned"],
    ["cci.20230101", "pinned"],
    ["1.2.3#4f2a9c1b", "digest"],
    ["[=1.2.3]", "pinned"],
    ["[1.2.3]", "pinned"],
    ["[>=1.2 <2]", "range"],
    ["[>1 <2, include_prerelease]", "range"],
    ["[>1.0,<2.1, include_prerelease=True]", "range"],
    ["[~1.2]", "range"],
    ["[^1.2]", "range"],
    ["[1.2 || 1.3]", "range"],
    ["[*]", "floating"],
    ["[]", "floating"],
    ["[what?]", "floating"],
    ["develop", "floating"],
  ])("%j is %s", (constraint, state) => {
    expect(conan.state(constraint)).toBe(state);
  });
});

describe("conan.admits", () => {
  it.each([
    ["1.2.3", "1.2.3", true],
    ["1.2.3", "1.2.4", false],
    ["1.2.3#4f2a", "1.2.3", true],
    ["[>=1.2 <2]", "1.9", true],
    ["[>=1.2 <2]", "2.0", false],
    ["[> 1.2]", "1.2.0", false],
    ["[~1.2]", "1.2.9", true],
    ["[~1.2]", "1.3.0", false],
    ["[~1]", "1.9", true],
    ["[~=1.2.3]", "1.2.9", true],
    ["[^1.2]", "1.9.0", true],
    ["[^1.2]", "2.0.0", false],
    ["[^0.2.1]", "0.3.0", false],
    ["[1.2 || 1.3]", "1.3", true],
    ["[>=1.2]", "1.3-rc1", false],
    ["[>=1.2, include_prerelease]", "1.3-rc1", true],
    ["[>=1.3-rc1]", "1.3-rc2", true],
    ["[*]", "9.0", true],
    ["develop", "1.0", undefined],
    ["[>=1]", "develop", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(conan.admits(constraint, version)).toBe(admitted);
  });
});

describe("conan.compare", () => {
  it.each([
    ["1.10", "1.9", 1],
    ["1.0", "1.0.0", 0],
    ["1.1.1w", "1.1.1", 1],
    ["1.1.1w", "1.1.2", -1],
    ["cci.20230101", "1.0", -1],
    ["cci.20230101", "cci.20240101", -1],
    ["2024-01-31", "2024-02-01", -1],
    ["1.0-rc1", "1.0", -1],
    ["1.0", "develop", undefined],
  ])("%s and %s: %s", (a, b, order) => {
    expect(conan.compare(a, b)).toBe(order);
  });
});

it("conan.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2", "1.1.1w", "1.2-rc1", "develop"].map(conan.isStable)).toEqual([true, true, false, false]);
});
