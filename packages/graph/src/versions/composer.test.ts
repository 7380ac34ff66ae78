import { describe, expect, it } from "vitest";
import { composer } from "./composer.ts";

describe("composer.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["1.2.3", "pinned"],
    ["v1.2.3-beta1", "pinned"],
    ["=1.2.3", "pinned"],
    ["1.2.3@dev", "pinned"],
    ["^1.2", "range"],
    ["~1.2 || ^2", "range"],
    ["1.2.* as 1.3", "range"],
    [">=1.0, <2.0", "range"],
    [">= 1.0 < 2.0", "range"],
    ["1.0 - 2.0", "range"],
    ["1.0 || 2.0", "range"],
    ["*", "floating"],
    ["@dev", "floating"],
    ["dev-main", "floating"],
    ["1.x-dev", "floating"],
    ["dev-main as 1.0.0", "floating"],
    ["dev-main#4f2a9c1", "pinned"],
    [`dev-main#${"4f2a9c1d".repeat(5)}`, "digest"],
    ["self.version", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(composer.state(constraint)).toBe(state);
  });
});

it("composer.compare orders versions by stability", () => {
  const versions = [
    "1.0-dev",
    "1.0.0-alpha2",
    "1.0.0-beta.1",
    "1.0.0-RC1",
    "1.0.0-RC10",
    "1.0",
    "1.0.0-p1",
    "1.0.0.1",
  ];
  expect(
    versions
      .slice(1)
      .toReversed()
      .toSorted((a, b) => composer.compare(a, b) ?? Number.NaN),
  ).toEqual(versions.slice(1));
  expect(composer.compare("1.0-dev", "1.0")).toBe(-1);
  expect(composer.compare("v1.0", "1.0.0.0")).toBe(0);
  expect(composer.compare("dev-main", "1.0")).toBeUndefined();
});

describe("composer.admits", () => {
  it.each([
    ["^1.2", "1.9.0", true],
    ["^1.2", "2.0.0", false],
    ["^1.2", "1.3.0-RC1", false],
    ["^1.2@beta", "1.3.0-RC1", true],
    ["^1.2@beta", "2.0.0-RC1", false],
    ["^0.3", "0.4.0", false],
    ["^0.0.3", "0.0.4", false],
    ["~1.2", "1.9.0", true],
    ["~1.2.3", "1.2.9", true],
    ["~1.2.3", "1.3.0", false],
    ["~1", "1.9", true],
    ["1.2.*", "1.2.9", true],
    ["1.2.*", "1.3.0", false],
    ["1.0 - 2.0", "2.0.9", true],
    ["1.0 - 2.0.0", "2.0.9", false],
    [">=1.0,<1.1 || ^3", "3.4", true],
    [">=1.0 !=1.5", "1.5.0", false],
    ["*", "7.0", true],
    ["1.2.3", "v1.2.3", true],
    ["1.2.3", "1.2.4", false],
    ["dev-main", "1.2.3", undefined],
    ["^1.2", "dev-main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(composer.admits(constraint, version)).toBe(admitted);
  });
});

it("composer.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2.3", "1.2.3-p1", "1.2.3-RC1", "1.0.x-dev", "dev-main"].map(composer.isStable)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it("composer handles very long versions without backtracking", () => {
  const text = `1.0-beta${"1".repeat(900)}x`;
  expect([composer.state(text), composer.admits(`${" ".repeat(100_000)}x`, "1.0")]).toEqual([
    "floating",
    undefined,
  ]);
});
