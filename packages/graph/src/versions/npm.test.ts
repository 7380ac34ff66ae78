import { describe, expect, it } from "vitest";
import { npm } from "./npm.ts";

describe("npm.state [D-8.11]", () => {
  it.each([
    [null, "absent"],
    ["1.2.3", "pinned"],
    ["=1.2.3", "pinned"],
    ["v1.2.3", "pinned"],
    ["1.2.3-rc.1", "pinned"],
    ["^1.2.3", "range"],
    ["~1.2", "range"],
    ["1.x", "range"],
    ["1", "range"],
    [">=1 <3 || 4.0.0", "range"],
    ["workspace:^1.2.3", "range"],
    ["workspace:1.2.3", "pinned"],
    ["*", "floating"],
    ["", "floating"],
    ["x", "floating"],
    ["latest", "floating"],
    ["next", "floating"],
    ["workspace:*", "floating"],
    ["workspace:^", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(npm.state(constraint)).toBe(state);
  });
});

it("npm.compare orders versions only", () => {
  expect(npm.compare("1.10.0", "1.9.0")).toBe(1);
  expect(npm.compare("1.0.0-rc.2", "1.0.0-rc.10")).toBe(-1);
  expect(npm.compare("^1.0.0", "1.0.0")).toBeUndefined();
  expect(npm.compare("1.0.0", "latest")).toBeUndefined();
});

describe("npm.admits", () => {
  it.each([
    ["^1.2.3", "1.9.0", true],
    ["^1.2.3", "2.0.0", false],
    ["^1.2.3", "1.9.0-rc.1", false],
    ["^0.2.3", "0.3.0", false],
    ["1.x", "1.9.0", true],
    ["workspace:^", "7.0.0", true],
    ["1.2.3", "1.2.3", true],
    ["= 1.2.3", "1.2.4", false],
    ["latest", "1.2.3", undefined],
    ["^1.2.3", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(npm.admits(constraint, version)).toBe(admitted);
  });
});

it("npm.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2.3", "1.2.3-rc.1", "latest"].map(npm.isStable)).toEqual([true, false, false]);
});
