import { describe, expect, it } from "vitest";
import { pep440 } from "./pep440.ts";

describe("pep440.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["==1.2.3", "pinned"],
    ["== 1.2.3", "pinned"],
    ["===1.2.3", "pinned"],
    ["==1.2", "pinned"],
    ["1.2.3", "pinned"],
    ["==1.0rc1", "pinned"],
    ["==1.2.3+cu118", "pinned"],
    ["==1.2.*", "range"],
    ["1.2.*", "range"],
    [">=1.2", "range"],
    [">=1.2,<2", "range"],
    [">=1.2 <2", "range"],
    ["~=1.4.2", "range"],
    ["!=1.5", "range"],
    ["^1.2", "range"],
    ["~1.2", "range"],
    ["^1.2 || ^2", "range"],
    ["*", "floating"],
    ["latest", "floating"],
    ["https://acme.io/x.whl", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(pep440.state(constraint)).toBe(state);
  });
});

it("pep440.compare orders development, pre- and post-releases, and epochs first", () => {
  const versions = ["1!0.1", "1.0.post1", "1.0", "1.0rc1", "1.0.dev1", "1.0b2", "1.10", "1.9"];
  expect(versions.toSorted((a, b) => pep440.compare(a, b) ?? Number.NaN)).toEqual([
    "1.0.dev1",
    "1.0b2",
    "1.0rc1",
    "1.0",
    "1.0.post1",
    "1.9",
    "1.10",
    "1!0.1",
  ]);
  expect(pep440.compare("v1.0", "1.0.0")).toBe(0);
  expect(pep440.compare("main", "1.0")).toBeUndefined();
});

describe("pep440.admits", () => {
  it.each([
    [">=1.2,<2", "1.9", true],
    [">=1.2,<2", "2.0", false],
    [">=1.2", "2.0rc1", false],
    [">=2.0rc1,<3", "2.0rc2", true],
    ["~=1.4.2", "1.4.9", true],
    ["~=1.4.2", "1.5.0", false],
    ["==1.2.*", "1.2.7", true],
    ["==1.2", "1.2.0", true],
    ["==1.2.3", "1.2.4", false],
    ["!=1.5", "1.5", false],
    ["^1.2.3", "1.9", true],
    ["^1.2.3", "2.0", false],
    ["^0.2.3", "0.3", false],
    ["^0.0.3", "0.0.4", false],
    ["^0.0", "0.0.4", true],
    ["^1!1.2", "1!1.3", true],
    ["~1.2", "1.2.9", true],
    ["~1.2", "1.3", false],
    ["~1", "1.3", true],
    ["^1 || ^3", "3.1", true],
    ["^1 || ^3", "2.1", false],
    ["*", "7", true],
    ["latest", "1.0", undefined],
    [">=1", "main", undefined],
    [">=1", `${"1".repeat(22)}+a`, undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(pep440.admits(constraint, version)).toBe(admitted);
  });
});

it("pep440.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2", "1.2.post1", "1.2rc1", "1.2.dev1", "main"].map(pep440.isStable)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
