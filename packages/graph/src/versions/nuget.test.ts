import { describe, expect, it } from "vitest";
import { nuget } from "./nuget.ts";

describe("nuget.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["1.2.3", "pinned"],
    ["1.2.3.4", "pinned"],
    ["1.0", "pinned"],
    ["1.2.3-Beta.1+sha", "pinned"],
    ["[1.2.3]", "pinned"],
    ["[1.0,2.0)", "range"],
    ["[1.0, )", "range"],
    ["(,1.0]", "range"],
    ["(,)", "floating"],
    ["1.*", "floating"],
    ["*", "floating"],
    ["1.2.3-*", "floating"],
    ["[1.*,2)", "floating"],
    ["[1,2),[3,4)", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(nuget.state(constraint)).toBe(state);
  });
});

describe("nuget.compare", () => {
  it("orders up to four numbers and, ignoring case, pre-releases", () => {
    const versions = ["1.0.0-Alpha", "1.0.0-beta.2", "1.0.0-BETA.10", "1.0", "1.0.0.1", "1.10.0"];
    expect(versions.toReversed().toSorted((a, b) => nuget.compare(a, b) ?? Number.NaN)).toEqual(versions);
    expect(nuget.compare("1.0", "1.0.0.0")).toBe(0);
    expect(nuget.compare("1.0.0-RC", "1.0.0-rc+build")).toBe(0);
  });

  it("does not order texts that are not versions", () => {
    expect(nuget.compare("1.*", "1.2.3")).toBeUndefined();
  });
});

describe("nuget.admits", () => {
  it.each([
    ["[1.0,2.0)", "1.9.3", true],
    ["[1.0,2.0)", "2.0.0", false],
    ["[1.0,)", "7.0.0", true],
    ["(,1.0]", "1.0.0", true],
    ["[1.2.3]", "1.2.3", true],
    ["[1.2.3]", "1.2.4", false],
    ["1.2.3", "1.2.3", true],
    ["1.2.3", "1.2.4", false],
    ["*", "7.0.0", true],
    ["1.*", "1.9.0", true],
    ["1.*", "2.0.0", false],
    ["1.*", "1.9.0-rc", false],
    ["1.*-*", "1.9.0-rc", true],
    ["1.2.3-*", "1.2.3-rc.1", true],
    ["1.2.3-*", "1.2.3", true],
    ["1.2.3-*", "1.2.4", false],
    ["1.2.3-RC.*", "1.2.3-rc.1", true],
    ["$(Version)", "1.2.3", undefined],
    ["1.*", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(nuget.admits(constraint, version)).toBe(admitted);
  });
});

it("nuget.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2.3", "1.2.3.4", "1.2.3-rc.1", "1.*"].map(nuget.isStable)).toEqual([true, true, false, false]);
});
