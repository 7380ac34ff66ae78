import { describe, expect, it } from "vitest";
import { circleci } from "./circleci.ts";

describe("circleci.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["5.1.0", "pinned"],
    ["5.1", "floating"],
    ["5", "floating"],
    ["volatile", "floating"],
    ["dev:first", "floating"],
    ["dev:fix-1.2.3", "floating"],
    ["dev:0123456789abcdef0123456789abcdef01234567", "floating"],
  ])("%j is %s", (constraint, state) => {
    expect(circleci.state(constraint)).toBe(state);
  });
});

describe("circleci.admits", () => {
  it.each([
    ["5.1.0", "5.1.0", true],
    ["5.1.0", "5.1.1", false],
    ["5.1", "5.1.9", true],
    ["5.1", "5.2.0", false],
    ["5", "5.2.0", true],
    ["5", "6.0.0", false],
    ["volatile", "6.0.0", true],
    ["dev:first", "6.0.0", false],
    ["main", "6.0.0", undefined],
    ["5", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(circleci.admits(constraint, version)).toBe(admitted);
  });
});

it("circleci.compare orders full versions only, and numbers by value", () => {
  expect(circleci.compare("1.10.0", "1.9.9")).toBe(1);
  expect(circleci.compare("1.10", "1.9.9")).toBeUndefined();
});

it("circleci.isStable is false for invalid versions", () => {
  expect(["1.2.3", "1.2", "dev:first"].map(circleci.isStable)).toEqual([true, false, false]);
});
