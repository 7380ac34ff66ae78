import { describe, expect, it } from "vitest";
import { gradle } from "./gradle.ts";

describe("gradle.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["1.2.3", "pinned"],
    ["1.2.3!!", "pinned"],
    ["1.2-SNAPSHOT", "floating"],
    ["+", "floating"],
    ["1.+", "range"],
    ["1.2.3+", "range"],
    ["latest.release", "floating"],
    ["latest.integration", "floating"],
    ["[1,2)", "range"],
    ["]1,2[", "range"],
    ["[1.7,1.8[!!1.7.25", "range"],
    ["[1.7]!!", "pinned"],
    ["main", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(gradle.state(constraint)).toBe(state);
  });
});

describe("gradle.admits", () => {
  it.each([
    ["1.+", "1.9", true],
    ["1.+", "10.1", false],
    ["+", "2.0", true],
    ["]1,2[", "1.0", false],
    ["]1,2[", "1.5", true],
    ["]1,2[", "2.0", false],
    ["[1,2[!!1.5", "1.6", true],
    ["1.2!!", "1.2", true],
    ["1.2!!", "1.3", false],
    ["latest.release", "1.0", undefined],
    ["1.+", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(gradle.admits(constraint, version)).toBe(admitted);
  });
});

it("gradle.compare and gradle.isStable follow Maven", () => {
  expect(gradle.compare("1.0-rc1", "1.0")).toBeLessThan(0);
  expect([gradle.isStable("1.0-rc1"), gradle.isStable("1.0")]).toEqual([false, true]);
});
