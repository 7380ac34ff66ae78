import { describe, expect, it } from "vitest";
import { docker } from "./docker.ts";

const DIGEST = `sha256:${"0a".repeat(32)}`;

describe("docker.state [D-8.11]", () => {
  it.each([
    [null, "absent"],
    ["latest", "floating"],
    ["stable-slim", "floating"],
    ["3", "floating"],
    ["3.19", "floating"],
    ["20-slim", "floating"],
    ["3.12-alpine3.19", "floating"],
    ["deadbeef", "floating"],
    ["1.2.3-SNAPSHOT", "floating"],
    ["1.2.3-dev-latest", "floating"],
    ["1.2.3-nightly", "floating"],
    ["1.2.3_main", "floating"],
    ["1.2.3-nightly.20240115", "pinned"],
    ["1.2.3-snapshot-4", "pinned"],
    ["20240115-main", "pinned"],
    ["26.0.2-dev", "pinned"],
    ["1.2.3", "pinned"],
    ["v1.2.3", "pinned"],
    ["1.25.3-alpine3.19", "pinned"],
    ["2024.01.15", "pinned"],
    ["20240115", "pinned"],
    ["optimized-26.7.0", "pinned"],
    ["jdk-17", "floating"],
    ["3.24-2026.06.1", "pinned"],
    ["3.14-alpine3.24-2026.06.1", "pinned"],
    ["bookworm-20240110-slim", "pinned"],
    ["2024.1-alpine3.19", "floating"],
    ["1.2-2024", "floating"],
    ["sha-4f2a9c1", "pinned"],
    [DIGEST, "digest"],
    [`1.2.3@${DIGEST}`, "digest"],
    [`1.2.3-SNAPSHOT@${DIGEST}`, "digest"],
  ])("%s is %s", (constraint, state) => {
    expect(docker.state(constraint)).toBe(state);
  });
});

describe("docker.compare", () => {
  it("orders pre-releases before releases and numbers by value", () => {
    const tags = ["1.2.3", "1.10.0", "1.2.3-rc2", "1.2.3-rc10"];
    const sorted = tags.toSorted((a, b) => docker.compare(a, b) ?? Number.NaN);
    expect(sorted).toEqual(["1.2.3-rc2", "1.2.3-rc10", "1.2.3", "1.10.0"]);
  });

  it("orders equal versions of one family by the variant's version", () => {
    expect(docker.compare("1.2.3-alpine3.9", "1.2.3-alpine3.19")).toBe(-1);
    expect(docker.compare("1.2.4-alpine3.9", "1.2.3-alpine3.19")).toBe(1);
    expect(docker.compare("1.2.3", "1.2.3-4")).toBe(-1);
  });

  it.each([
    ["1.2.3", "1.2.3-alpine"],
    ["1.2.3-slim", "1.2.3-alpine"],
    ["latest", "1.2.3"],
    ["3.19", "3.20"],
    ["1.2.3", "optimized-1.2.3"],
  ])("does not order %s and %s", (a, b) => {
    expect(docker.compare(a, b)).toBeUndefined();
  });
});

describe("docker.admits", () => {
  it.each([
    ["1.2", "1.2.9", true],
    ["1.2", "1.3.0", false],
    ["1.2", "1.2.9-rc1", false],
    ["1", "1.20.0", true],
    ["1.2-alpine", "1.3.0", false],
    ["1.2-alpine", "1.2.9", undefined],
    ["1.2-alpine3.18", "1.2.9-alpine3.19", true],
    ["1.2.3", "1.2.3", true],
    ["1.2.3", "1.2.4", false],
    ["latest", "1.2.3", undefined],
    [`1.2.3@${DIGEST}`, "1.2.3", undefined],
    ["1.2", "main", undefined],
  ])("%s admits %s: %s", (constraint, version, admitted) => {
    expect(docker.admits(constraint, version)).toBe(admitted);
  });
});

it("docker.isStable is false for pre-releases and invalid versions", () => {
  expect(["1.2.3", "1.2.3-alpine", "1.2.3-rc1", "1.2", "latest"].map(docker.isStable)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
