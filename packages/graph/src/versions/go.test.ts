import { describe, expect, it } from "vitest";
import { go, moduleVersions } from "./go.ts";

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
  it("orders pseudo-versions as pre-releases", () => {
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

  it("does not order queries", () => {
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
  ])("%s admits %s: %s", (constraint, version, admitted) => {
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

const TAGS = [
  "v0.30.0",
  "v1.2.0",
  "v2.0.0",
  "v3.1.0-rc.1",
  "api/v0.1.0",
  "api/v2.0.0",
  "latest",
  "1.5.0",
  "v1",
];

describe("moduleVersions", () => {
  it.each([
    ["acme.io/x", ".", ["v0.30.0", "v1.2.0"]],
    ["acme.io/x/v2", ".", ["v2.0.0"]],
    ["acme.io/x/v2", "v2", ["v2.0.0"]],
    ["gopkg.in/x.v3", "", ["v3.1.0-rc.1"]],
    ["acme.io/x/api", "api", ["v0.1.0"]],
    ["acme.io/x/api/v2", "api/v2", ["v2.0.0"]],
    ["acme.io/x/ap", "ap", []],
  ])("%s in directory %j", (path, folder, expected) => {
    expect(moduleVersions(path, folder, TAGS)).toEqual(expected);
  });
});
