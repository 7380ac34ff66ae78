import { describe, expect, it } from "vitest";
import { haveCommonVersion, isTerraformSubset, terraform } from "./terraform.ts";

describe("terraform.state", () => {
  it.each([
    [null, "absent"],
    [" ", "absent"],
    ["1.2.3", "pinned"],
    ["= 1.2.3", "pinned"],
    ["1.2", "pinned"],
    ["~> 1.2", "range"],
    [">= 1.2, < 2", "range"],
    ["!= 1.2.3", "range"],
    ["latest", "floating"],
  ])("%s is %s", (constraint, state) => {
    expect(terraform.state(constraint)).toBe(state);
  });
});

describe("terraform.admits", () => {
  it.each([
    ["~> 1.2", "1.2.0", true],
    ["~> 1.2", "1.99.0", true],
    ["~> 1.2", "2.0.0", false],
    ["~> 1.2", "1.1.9", false],
    ["~> 1.2.3", "1.2.9", true],
    ["~> 1.2.3", "1.3.0", false],
    ["~> 1.2.3", "1.2.2", false],
    ["~>1.2.0", "1.2.5", true],
    ["~> 1", "7.0.0", true],
    [">= 1.2, < 2.0", "1.5.0", true],
    [">= 1.2, < 2.0", "2.0.0", false],
    ["> 1.2", "1.2.0", false],
    ["<= 1.2", "1.2.0", true],
    ["1.2", "1.2.0", true],
    ["!= 1.2.0", "1.2", false],
    ["!= 1.2.0", "1.3.0", true],
    [">= 1.2", "1.3.0-beta1", false],
    ["<= 1.3.0", "1.3.0-beta1", false],
    [">= 1.3.0-beta1", "1.3.0-beta2", true],
    [">= 1.3.0-beta1", "1.4.0-beta2", false],
    [">= 1.3.0-beta1", "1.3.0", true],
    ["~> 1.3.0-beta1", "1.3.0", false],
    ["= 1.3.0-beta1", "1.3.0-beta1", true],
    ["latest", "1.2.0", undefined],
    ["~> 1.2", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(terraform.admits(constraint, version)).toBe(admitted);
  });
});

it("terraform.compare counts missing numbers as zero and orders pre-releases before releases", () => {
  expect(terraform.compare("1.2", "v1.2.0")).toBe(0);
  expect(terraform.compare("1.2.0-beta1", "1.2.0")).toBe(-1);
  expect(terraform.compare("1.10.0", "1.9.9")).toBe(1);
  expect(terraform.compare("main", "1.2.0")).toBeUndefined();
});

it("terraform.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2.3", "1.2.3-beta1", "main"].map(terraform.isStable)).toEqual([true, false, false]);
});

describe("haveCommonVersion and isTerraformSubset", () => {
  it.each([
    ["~> 4.0", ">= 5.0", false, false],
    ["~> 4.0", ">= 4.50", true, false],
    [">= 5.1", ">= 5.0", true, true],
    [">= 5.0", ">= 5.0, < 6", true, false],
    ["~> 5.1", ">= 5.0, < 6", true, true],
    ["~> 5.1", ">= 5.0, < 5.9", true, false],
    ["~> 5.1.0", "< 5.2", true, true],
    ["~> 5", ">= 5", true, true],
    ["< 5", "> 4.9", true, false],
    ["< 5", ">= 5", false, false],
    ["<= 5", ">= 5", true, false],
    ["> 5, < 6", "5.0.0", false, false],
    [">= 1.0, != 1.0.0, != 1.0.1, < 1.0.3", ">= 1.0.2", true, true],
    [">= 1.0, != 1.0.0, <= 1.0.1", "!= 1.0.1", false, false],
    ["1.2.3", "~> 1.2", true, true],
    ["1.2.3", "1.2.4", false, false],
    ["< 0.13", ">= 0", true, true],
  ])("%s and %s: %s, %s", (a, b, hasCommon, isSubset) => {
    expect([haveCommonVersion(a, b), haveCommonVersion(b, a), isTerraformSubset(a, b)]).toEqual([
      hasCommon,
      hasCommon,
      isSubset,
    ]);
  });
});
