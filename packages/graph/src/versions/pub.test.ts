import { describe, expect, it } from "vitest";
import { pub } from "./pub.ts";

describe("pub.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["1.2.3", "pinned"],
    ["1.2.3+4", "pinned"],
    ["^1.2.3", "range"],
    [">=1.0.0 <2.0.0", "range"],
    [">=1.0.0<2.0.0", "range"],
    [">1.0.0", "range"],
    ["any", "floating"],
    ["^1.2", "floating"],
    ["latest", "floating"],
  ])("%j is %s", (constraint, state) => {
    expect(pub.state(constraint)).toBe(state);
  });
});

describe("pub.admits", () => {
  it.each([
    ["^1.2.3", "1.9.0", true],
    ["^1.2.3", "2.0.0", false],
    ["^0.2.3", "0.2.9", true],
    ["^0.2.3", "0.3.0", false],
    ["^0.0.3", "0.0.9", true],
    ["^0.0.3", "0.1.0", false],
    [">=1.0.0 <2.0.0", "1.9.0", true],
    [">=1.0.0<2.0.0", "2.0.0", false],
    ["^1.2.3", "1.3.0-dev.1", false],
    ["1.2.3", "1.2.3", true],
    ["1.2.3", "1.2.4", false],
    ["1.2.3+1", "1.2.3+2", false],
    ["any", "9.0.0", true],
    ["latest", "1.0.0", undefined],
    ["^1.2.3", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(pub.admits(constraint, version)).toBe(admitted);
  });
});

it("pub.compare orders versions, including their build numbers", () => {
  expect(pub.compare("1.10.0", "1.9.0")).toBe(1);
  expect(pub.compare("1.0.0-dev.1", "1.0.0")).toBe(-1);
  expect(pub.compare("1.0.0+2", "1.0.0+10")).toBe(-1);
  expect(pub.compare("1.0", "1.0.0")).toBeUndefined();
});

it("pub.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2.3+4", "1.2.3-dev", "1.2"].map(pub.isStable)).toEqual([true, false, false]);
});
