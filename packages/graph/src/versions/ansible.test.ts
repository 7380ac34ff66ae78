import { describe, expect, it } from "vitest";
import { ansible } from "./ansible.ts";

describe("ansible.state", () => {
  it.each([
    [null, "absent"],
    ["", "absent"],
    ["1.2.3", "pinned"],
    ["==1.2.3", "pinned"],
    ["=1.2.3", "pinned"],
    [">=1.0.0,==1.2.3", "pinned"],
    [">=1.0.0", "range"],
    [">=1.0.0, <2.0.0", "range"],
    ["!=1.2.3", "range"],
    ["*", "floating"],
    [">=1.0.0,*", "range"],
    ["main", "floating"],
    ["~>1.2", "floating"],
  ])("%j is %s", (constraint, state) => {
    expect(ansible.state(constraint)).toBe(state);
  });
});

describe("ansible.admits", () => {
  it.each([
    ["*", "1.2.3", true],
    ["*", "1.2.3-beta.1", false],
    ["1.2.3", "1.2.3", true],
    ["==1.2.3-beta.1", "1.2.3-beta.1", true],
    [">=1.2.3-beta.1", "1.2.3-beta.2", false],
    [">=1.0.0,<2.0.0", "1.99.0", true],
    [">=1.0.0,<2.0.0", "2.0.0", false],
    [">1.0.0", "1.0.0", false],
    ["<=1.0.0", "1.0.0", true],
    ["!=1.0.0", "1.0.0", false],
    ["!=1.0.0", "1.0.1", true],
    ["main", "1.0.0", undefined],
    [">=1.0.0", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(ansible.admits(constraint, version)).toBe(admitted);
  });
});

it("ansible.compare orders pre-releases before releases and numbers by value", () => {
  expect(ansible.compare("1.10.0", "1.9.9")).toBe(1);
  expect(ansible.compare("1.2.0-beta.1", "1.2.0")).toBe(-1);
  expect(ansible.compare("main", "1.2.0")).toBeUndefined();
});

it("ansible.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2.3", "1.2.3-beta1", "main"].map(ansible.isStable)).toEqual([true, false, false]);
});
