import { describe, expect, it } from "vitest";
import { git } from "./git.ts";

const COMMIT = "4f2a9c1d".repeat(5);

describe("git.state [D-8.11]", () => {
  it.each([
    [null, "absent"],
    [COMMIT, "digest"],
    [COMMIT.toUpperCase(), "digest"],
    ["4f2a9c1d".repeat(8), "digest"],
    ["4f2a9c1", "pinned"],
    ["8593801", "pinned"],
    ["20261105", "pinned"],
    ["app-8.10-15.0.0-alpha3", "pinned"],
    ["v1.2.3", "pinned"],
    ["refs/tags/v1.2.3", "pinned"],
    ["refs/heads/main", "floating"],
    ["refs/heads/release/1.2.3", "floating"],
    ["1.2.3", "pinned"],
    ["1.2.3.4", "pinned"],
    ["refs/tags/v1.2.3", "pinned"],
    ["sub/v1.2.3", "pinned"],
    ["@acme/ui@1.2.3", "pinned"],
    ["ui-v1.2.3-rc.1", "pinned"],
    ["2024.01.15", "pinned"],
    ["v10741-0", "pinned"],
    ["1.2-3", "pinned"],
    ["v4-beta", "floating"],
    ["v4", "floating"],
    ["v4.1", "floating"],
    ["1", "floating"],
    ["1.2", "floating"],
    ["sub/v4", "floating"],
    ["main", "floating"],
    ["HEAD", "floating"],
    ["latest", "floating"],
    ["~latest", "floating"],
    ["8.10.0-SNAPSHOT", "floating"],
    ["app-8.10-15.0.0-snapshot", "floating"],
    ["v1.2.3-nightly", "floating"],
    ["v1.2.3-nightly.20240115", "pinned"],
    ["semver:^1.2", "range"],
    ["semver:1.2.3", "pinned"],
  ])("%s is %s", (constraint, state) => {
    expect(git.state(constraint)).toBe(state);
  });
});

describe("git.compare", () => {
  it("orders tags by the release at their end, regardless of prefix", () => {
    const tags = ["v1.10.0", "sub/v1.2.0", "1.2.0-rc.1", "ui@1.9.0"];
    const sorted = tags.toSorted((a, b) => git.compare(a, b) ?? Number.NaN);
    expect(sorted).toEqual(["1.2.0-rc.1", "sub/v1.2.0", "ui@1.9.0", "v1.10.0"]);
  });

  it("does not order branches and moving tags", () => {
    expect(git.compare("main", "v1.2.3")).toBeUndefined();
    expect(git.compare("v4", "v4.1.0")).toBeUndefined();
  });
});

describe("git.admits", () => {
  it.each([
    ["v4", "v4.9.1", true],
    ["v4", "4.9.1", true],
    ["v4", "v5.0.0", false],
    ["v4", "v4.9.1-rc.1", false],
    ["v4.1", "v4.1.7", true],
    ["1", "1.4.0", true],
    ["1", "2.0.0", false],
    ["~latest", "1.4.0", undefined],
    ["v4.1", "v4.2.0", false],
    ["sub/v4", "sub/v4.2.0", true],
    ["sub/v4", "other/v4.2.0", false],
    ["sub/v4", "v4.2.0", true],
    ["v1.2.3", "1.2.3", true],
    ["v1.2.3", "v1.2.4", false],
    ["semver:^1.2", "v1.9.0", true],
    ["semver:^1.2", "v2.0.0", false],
    ["main", "v1.2.3", undefined],
    [COMMIT, "v1.2.3", undefined],
    ["1".repeat(40), "v1.2.3", undefined],
    ["v4", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(git.admits(constraint, version)).toBe(admitted);
  });
});

it("git.isStable is false for pre-releases and invalid versions", () => {
  expect(["sub/v1.2.3", "v1.2-3", "v1.2.3-rc.1", "v4", "main"].map(git.isStable)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
