import { describe, expect, it } from "vitest";
import { maven } from "./maven.ts";

describe("maven.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["1.2.3", "pinned"],
    ["1.2", "pinned"],
    ["31.1-jre", "pinned"],
    ["Hoxton.SR12", "pinned"],
    ["1.0-20240115.103000-4", "pinned"],
    ["4f2a9c1d4f", "pinned"],
    ["4f2a9c1d".repeat(5), "digest"],
    ["[1.2]", "pinned"],
    ["[1.2,1.2]", "pinned"],
    ["[1,2)", "range"],
    ["[1.5,)", "range"],
    ["(,1.0],[1.2,)", "range"],
    ["(,)", "floating"],
    ["[1,2", "floating"],
    ["1.2.3-SNAPSHOT", "floating"],
    ["LATEST", "floating"],
    ["RELEASE", "floating"],
    ["main-SNAPSHOT", "floating"],
    ["main", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(maven.state(constraint)).toBe(state);
  });
});

describe("maven.compare", () => {
  it("follows Maven's version order specification", () => {
    const versions = [
      "0.9",
      "1-alpha-1",
      "1-alpha2",
      "1-beta-1",
      "1.0-m3",
      "1.0-rc1",
      "1.0-SNAPSHOT",
      "1",
      "1-sp",
      "1-foo",
      "1-1",
      "1-1-foo",
      "1.0.1",
      "1.1",
      "1.10",
      "1.20250101120000123456789",
      "2.0.Alpha1",
      "2.0.0.Final",
    ];
    expect(versions.toReversed().toSorted((a, b) => maven.compare(a, b) ?? Number.NaN)).toEqual(versions);
  });

  it.each([
    ["1", "1.0.0"],
    ["1.0.RELEASE", "1"],
    ["1.ga", "1-final"],
    ["1.0-rc1", "1-CR1"],
    ["1a1", "1-alpha-1"],
    ["1.0.0-foo.0.0", "1-foo"],
    ["1.-x", "1-x"],
    ["1.01", "1.1"],
  ])("%s equals %s", (a, b) => {
    expect(maven.compare(a, b)).toBe(0);
  });

  it("does not order texts that are not versions", () => {
    expect(maven.compare("LATEST", "1.2.3")).toBeUndefined();
    expect(maven.compare("[1,2)", "1.2.3")).toBeUndefined();
  });
});

describe("maven.admits", () => {
  it.each([
    ["[1,2)", "1.9.3", true],
    ["[1,2)", "1", true],
    ["[1,2)", "2.0", false],
    ["(1,2]", "1.0", false],
    ["(1,2]", "2.0.0", true],
    ["[1,2)", "2.0-rc1", true],
    ["[1.2]", "1.2.0", true],
    ["[1.2]", "1.2.1", false],
    ["(,1.0],[1.2,)", "1.1", false],
    ["(,1.0],[1.2,)", "7", true],
    ["1.2.3", "1.2.3", true],
    ["1.2.3", "1.2.4", false],
    ["1.2.3-SNAPSHOT", "1.2.3", false],
    ["LATEST", "1.2.3", undefined],
    ["[main,2)", "1.2.3", undefined],
    ["[1,2)", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(maven.admits(constraint, version)).toBe(admitted);
  });
});

it("maven.isStable is false for pre-releases, snapshots and invalid versions", () => {
  const unstable = [
    "1.0-rc1",
    "1.0.Beta2",
    "2.0-M1",
    "1-SNAPSHOT",
    "1.0-20240115.103000-4",
    "1.0-pre",
    "main",
  ];
  expect(unstable.filter(maven.isStable)).toEqual([]);
  const stable = ["1.2.3", "31.1-jre", "5.0.0.Final", "2.7.RELEASE", "Hoxton.SR12", "1.0-sp2", "1.0-macos"];
  expect(stable.filter(maven.isStable)).toEqual(stable);
});
