import { expect, it } from "vitest";
import { isOnOtherBranch } from "./other-branch.ts";

const isOther = (versionConstraint: string | null, versioning: "git" | "npm" = "git") =>
  isOnOtherBranch({ versioning, versionConstraint }, new Set(["stable", "v1.0.0"]), {
    changed: new Set(["develop"]),
    others: new Set(["v1", "stable"]),
  });

it.each([
  ["release-1.x", true],
  ["refs/heads/next", true],
  ["15-0-stable", true],
  ["develop", false],
  ["refs/heads/develop", false],
  ["main", false],
  ["HEAD", false],
  [null, false],
  ["v1", true],
  // Tags, commits and shortened versions.
  ["stable", false],
  ["refs/tags/next", false],
  ["tags/0.2.0", false],
  ["v2", false],
  ["1.x", false],
  ["2f5a0b1c", false],
  // Computed.
  ["${{ inputs.ref }}", false],
] as const)("a consumer of %j is on another branch: %j", (constraint, expected) => {
  expect(isOther(constraint)).toBe(expected);
});

it("only applies to Git references", () => {
  expect(isOther("next", "npm")).toBe(false);
});
