import { describe, expect, it } from "vitest";
import { versionCommentOf } from "./version.ts";

const SHA = "11bd71901bbe5b1630ceea73d27597364c9af683";
const DIGEST = `sha256:${"a".repeat(64)}`;

describe("versionCommentOf", () => {
  it.each([
    ["v4.1.0", "v4.1.0"],
    ["v4", "v4"],
    ["tag=v4.1.0", "v4.1.0"],
    ["4.1.0", "4.1.0"],
    ["v4.1.0-rc.1", "v4.1.0-rc.1"],
    ["v4.1.0 # zizmor: ignore", "v4.1.0"],
    ["main", null],
    ["2 of them", null],
    ["see v4", null],
    [null, null],
  ])("reads %j next to a commit as %j", (comment, version) => {
    expect(versionCommentOf(SHA, comment)).toBe(version);
  });

  it.each([DIGEST, `2@${DIGEST}`])("reads the comment next to the digest %s", (constraint) => {
    expect(versionCommentOf(constraint, "v2.1")).toBe("v2.1");
  });

  it.each(["v4", "main", SHA.slice(0, 7), null])("returns null next to %j", (constraint) => {
    expect(versionCommentOf(constraint, "v4.1.0")).toBeNull();
  });
});
