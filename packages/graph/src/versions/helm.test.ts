import { describe, expect, it } from "vitest";
import { helm } from "./helm.ts";

describe("helm.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    [" ", "absent"],
    ["1.2.3", "pinned"],
    ["=1.2.3", "pinned"],
    ["= 1.2.3", "pinned"],
    ["v1.2.3", "pinned"],
    ["1.2.3-rc.1+build.5", "pinned"],
    ["14.0.0-SNAPSHOT", "floating"],
    ["=0.0.0-latest", "floating"],
    ["15-dev-latest", "floating"],
    ["^1.2.3-latest", "range"],
    [">=1.2.3 <2.0.0-latest", "range"],
    ["1.2.3-latest.4", "pinned"],
    ["1.2", "range"],
    ["1", "range"],
    ["1.2.x", "range"],
    ["17.X.X", "range"],
    ["1.*", "range"],
    ["~1.2.3", "range"],
    ["~> 1.2", "range"],
    ["^1.2.3", "range"],
    [">= 1.2, < 2", "range"],
    [">=1.2.0 <2.0.0", "range"],
    ["=> 1.2", "range"],
    ["1.2 - 1.4.5", "range"],
    ["^1.0.0 || ^2.0.0", "range"],
    [">=1.2-0", "range"],
    ["!= 1.2.3", "range"],
    ["*", "floating"],
    ["x", "floating"],
    [">=0.0.0", "floating"],
    [">0.0.0-0", "range"],
    [">=0-0", "floating"],
    ["*-0", "floating"],
    ["latest", "floating"],
    ["1.2.3 ||", "floating"],
    ["sha256:0123", "digest"],
  ])("%s is %s", (constraint, state) => {
    expect(helm.state(constraint)).toBe(state);
  });
});

describe("helm.admits", () => {
  it.each([
    ["1.2.3", "1.2.3", true],
    ["v1.2.3", "1.2.4", false],
    ["1.2", "1.2.9", true],
    ["1.2", "1.3.0", false],
    ["=1.2", "1.2.9", true],
    ["1", "1.9.0", true],
    ["~1.2.3", "1.2.9", true],
    ["~1.2.3", "1.3.0", false],
    ["~1", "1.9.0", true],
    ["^1.2.3", "1.9.0", true],
    ["^1.2.3", "2.0.0", false],
    ["^0.2.3", "0.3.0", false],
    ["^0.0.3", "0.0.4", false],
    ["1.2.x", "1.2.0", true],
    ["*", "9.0.0", true],
    [">= 1.2, < 2", "1.9.9", true],
    [">= 1.2, < 2", "2.0.0", false],
    [">=1.2.0 <2.0.0", "1.5.0", true],
    [">1.2", "1.2.5", false],
    ["<=1.2", "1.2.5", true],
    ["=> 1.2", "1.2.0", true],
    ["1.2 - 1.4.5", "1.4.5", true],
    ["1.2 - 1.4.5", "1.4.6", false],
    ["^1.0.0 || ^3.0.0", "3.1.0", true],
    ["^1.0.0 || ^3.0.0", "2.1.0", false],
    ["!= 1.2.3", "1.2.3", false],
    ["!= 1.2.3", "1.2.4", true],
    [">=1.0.0, !=1.2.x", "1.2.4", false],
    [">=1.0.0, !=1.2.x", "1.3.0", true],
    ["^1.2.0", "1.3.0-rc.1", false],
    ["^1.2.0-0", "1.3.0-rc.1", true],
    [">=1.2-0", "1.3.0-rc.1", true],
    [">=1.2.0-0 <2.0.0", "1.9.0-beta.2", true],
    ["^1.0.0-0 || ^3.0.0", "3.1.0-rc.1", false],
    ["*-0", "1.0.0-rc.1", true],
    ["1.2.3-rc.1", "1.2.3-rc.1", true],
    ["^1.2", "1.4", true],
    ["latest", "1.2.3", undefined],
    ["", "1.2.3", undefined],
    ["^1.2.3", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(helm.admits(constraint, version)).toBe(admitted);
  });
});

it("helm.compare orders versions only, including partial ones and ones with a v", () => {
  expect(helm.compare("1.10.0", "1.9.0")).toBe(1);
  expect(helm.compare("1.0.0-rc.2", "1.0.0-rc.10")).toBe(-1);
  expect(helm.compare("v1.2", "1.2.0")).toBe(0);
  expect(helm.compare("1.2.3+one", "1.2.3+two")).toBe(0);
  expect(helm.compare("^1.0.0", "1.0.0")).toBeUndefined();
  expect(helm.compare("1.0.0", "latest")).toBeUndefined();
  expect(helm.compare("1.2.3.4", "1.0.0")).toBeUndefined();
});

it("helm.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2.3", "1.2.3-rc.1", "latest"].map(helm.isStable)).toEqual([true, false, false]);
});
