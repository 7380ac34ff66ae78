import { describe, expect, it } from "vitest";
import { bazel } from "./bazel.ts";

describe("bazel.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["1.2.3", "pinned"],
    ["1.2", "pinned"],
    ["20240116.2", "pinned"],
    ["1.3.1.bcr.1", "pinned"],
    ["0.5.1-rc1", "pinned"],
    ["main", "floating"],
    ["1.2 || 1.3", "floating"],
  ])("%j is %s", (constraint, state) => {
    expect(bazel.state(constraint)).toBe(state);
  });
});

describe("bazel.compare", () => {
  it.each([
    ["1.10", "1.9", 1],
    ["1.0", "1.0.0", -1],
    ["1.3.1", "1.3.1.bcr.1", -1],
    ["1.3.1.bcr.2", "1.3.1.bcr.10", -1],
    ["1.0.1", "1.0.a", -1],
    ["1.0.b", "1.0.a", 1],
    ["1.0-rc.2", "1.0-rc.10", -1],
    ["1.0-rc1", "1.0", -1],
    ["1.0+a", "1.0+b", 0],
    ["1.0", "main", undefined],
  ])("%s and %s: %s", (a, b, order) => {
    expect(bazel.compare(a, b)).toBe(order);
  });
});

it("bazel.admits only the required version", () => {
  expect(["1.2.3", "1.2.4", "main"].map((version) => bazel.admits("1.2.3", version))).toEqual([
    true,
    false,
    undefined,
  ]);
});

it("bazel.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2", "1.3.1.bcr.1", "1.2-rc1", "main"].map(bazel.isStable)).toEqual([true, true, false, false]);
});
