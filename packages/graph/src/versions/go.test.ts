import { describe, expect, it } from "vitest";
import { go } from "./go.ts";

const PSEUDO = "v0.0.0-20240115103000-4f2a9c1d4f2a";

describe("go.state", () => {
  it.each([
    [null, "absent"],
    ["v1.2.3", "pinned"],
    ["v2.0.0+incompatible", "pinned"],
    [PSEUDO, "pinned"],
    ["4f2a9c1d4f2a", "pinned"],
    ["4f2a9c1d".repeat(5), "digest"],
    ["latest", "floating"],
    ["v1", "floating"],
    ["main", "floating"],
    [">=v1.2.0", "range"],
  ])("%s is %s", (constraint, state) => {
    expect(go.state(constraint)).toBe(state);
  });
});

describe("go.compare", () => {
  it("orders pseudo-versions as the pre-releases they are", () => {
    const versions = [
      "v1.2.4",
      "v1.2.4-0.20240301000000-4f2a9c1d4f2a",
      "v1.2.4-0.20240201000000-ffffffffffff",
      "v1.2.3",
      PSEUDO,
      "v2.0.0+incompatible",
    ];
    expect(versions.toSorted((a, b) => go.compare(a, b) ?? Number.NaN)).toEqual([
      PSEUDO,
      "v1.2.3",
      "v1.2.4-0.20240201000000-ffffffffffff",
      "v1.2.4-0.20240301000000-4f2a9c1d4f2a",
      "v1.2.4",
      "v2.0.0+incompatible",
    ]);
  });

  it("knows no order of queries", () => {
    expect(go.compare("latest", "v1.2.3")).toBeUndefined();
    expect(go.compare("v1", "v1.2.3")).toBeUndefined();
  });
});

describe("go.admits", () => {
  it.each([
    ["v1.2.3", "v1.2.3", true],
    ["v1.2.3", "v1.2.4", false],
    ["v1", "v1.9.0", true],
    ["v1", "v1.9.0-rc.1", false],
    ["v1.2", "v1.3.0", false],
    ["latest", "v1.2.3", undefined],
  ])("%s for %s: %s", (constraint, version, admitted) => {
    expect(go.admits(constraint, version)).toBe(admitted);
  });
});

it("go.isStable is false for pseudo-versions", () => {
  expect(["v1.2.3", "v2.0.0+incompatible", PSEUDO, "v1"].map(go.isStable)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
