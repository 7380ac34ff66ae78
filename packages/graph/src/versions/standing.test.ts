import { describe, expect, it } from "vitest";
import {
  latestOf,
  newestFirst,
  standing,
  standingInRow,
  statedVersion,
  type DeclaredVersion,
} from "./standing.ts";

const declared = (
  versioning: DeclaredVersion["versioning"],
  versionConstraintState: DeclaredVersion["versionConstraintState"],
  versionConstraint: string | null,
  versionComment: string | null = null,
): DeclaredVersion => ({ versioning, versionConstraintState, versionConstraint, versionComment });

const COMMIT = "4f2a9c1d".repeat(5);

describe("standing", () => {
  it.each([
    ["an older pin", declared("npm", "pinned", "1.2.3"), "1.3.0", "lagging"],
    ["a pin of the latest version", declared("npm", "pinned", "1.3.0"), "1.3.0", "latest"],
    ["a pin with an operator", declared("pep440", "pinned", "==1.2.3"), "1.3.0", "lagging"],
    ["a newer pin, such as a pre-release", declared("npm", "pinned", "2.0.0-rc.1"), "1.3.0", "latest"],
    ["a range that admits the latest version", declared("npm", "range", "^1.0.0"), "1.3.0", "latest"],
    ["a range that ends before it", declared("npm", "range", "~1.2.0"), "1.3.0", "lagging"],
    ["a range above it", declared("npm", "range", "^7.0.0"), "1.0.0", "unknown"],
    ["a range with a wildcard above it", declared("npm", "range", "7.x"), "1.0.0", "unknown"],
    ["a range above it with two bounds", declared("pep440", "range", ">=2.1,<3"), "1.0.0", "unknown"],
    ["a range from the major version below it", declared("npm", "range", "^7.0.0"), "8.0.0", "lagging"],
    ["a range on both sides of it", declared("npm", "range", "<2 || >=5"), "3.0.0", "lagging"],
    ["an upper bound that excludes it", declared("npm", "range", "<3"), "3.0.0", "lagging"],
    ["an unsupported range", declared("go", "range", ">=v1.2"), "v1.3.0", "unknown"],
    ["a floating branch", declared("git", "floating", "main"), "v1.3.0", "unknown"],
    ["no constraint", declared("docker", "absent", null), "1.3.0", "unknown"],
    ["an unbound variable", declared("docker", "unresolved", "${TAG}"), "1.3.0", "unknown"],
    ["a digest without a comment", declared("git", "digest", COMMIT), "v1.3.0", "unknown"],
    [
      "a digest with the latest version in a comment",
      declared("git", "digest", COMMIT, "v1.3.0"),
      "v1.3.0",
      "latest",
    ],
    [
      "a digest with an old version in a comment",
      declared("git", "digest", COMMIT, "v1.2.0"),
      "v1.3.0",
      "lagging",
    ],
    ["a tag with a prefix", declared("git", "pinned", "sub/v1.3.0"), "v1.3.0", "latest"],
    ["another image variant", declared("docker", "pinned", "1.2.3-alpine"), "1.3.0", "unknown"],
    ["a pin of an artifact without known versions", declared("npm", "pinned", "1.2.3"), null, "unknown"],
  ] as const)("%s [D-8.17,18,19]", (_, consumer, latest, expected) => {
    expect(standing(consumer, latest)).toBe(expected);
  });
});

it.each([
  ["a newer pin", declared("npm", "pinned", "2.0.0-rc.1"), "ahead"],
  ["a range above it", declared("npm", "range", "^7.0.0"), "ahead"],
  ["a range that admits it", declared("npm", "range", "^1.0.0"), "latest"],
  ["an older pin", declared("npm", "pinned", "1.2.3"), "lagging"],
  ["a pin of it", declared("npm", "pinned", "1.3.0"), "latest"],
  ["a tag that moves", declared("git", "floating", "v1"), "unknown"],
] as const)("a row says of %s how it stands", (_, consumer, expected) => {
  expect(standingInRow(consumer, "1.3.0")).toBe(expected);
});

describe("statedVersion", () => {
  it("is the pinned version, or the version comment of a digest", () => {
    expect(statedVersion(declared("npm", "pinned", "1.2.3"))).toBe("1.2.3");
    expect(statedVersion(declared("pep440", "pinned", "== 1.2.3"))).toBe("1.2.3");
    expect(statedVersion(declared("cargo", "pinned", "=1.2.3"))).toBe("1.2.3");
    expect(statedVersion(declared("git", "digest", COMMIT, "v1.2.0"))).toBe("v1.2.0");
    expect(statedVersion(declared("git", "digest", COMMIT))).toBeNull();
    expect(statedVersion(declared("npm", "range", "^1.2.3", "v1.2.3"))).toBeNull();
  });
});

describe("newestFirst", () => {
  it("orders by the scheme, not as text, and removes duplicates [D-8.15]", () => {
    expect(newestFirst("npm", ["1.9.0", "1.10.0", "1.9.0", "1.10.0-rc.1"])).toEqual([
      "1.10.0",
      "1.10.0-rc.1",
      "1.9.0",
    ]);
  });

  it("groups image variants by family, largest first, and puts invalid versions last", () => {
    const tags = ["3.0.0-alpine", "1.0.0", "latest", "2.0.0", "1.0.0-alpine", "0.9.0"];
    expect(newestFirst("docker", tags)).toEqual([
      "2.0.0",
      "1.0.0",
      "0.9.0",
      "3.0.0-alpine",
      "1.0.0-alpine",
      "latest",
    ]);
  });

  it("does not depend on the input order", () => {
    const tags = ["1.0.0-slim", "1.0.0-alpine", "v1.0.0", "1.0.0", "edge", "main"];
    expect(newestFirst("docker", tags.toReversed())).toEqual(newestFirst("docker", tags));
  });
});

describe("latestOf", () => {
  it("is the highest stable version [D-8.14]", () => {
    expect(latestOf("npm", ["1.0.0", "2.0.0-rc.1", "1.2.0", "next"])).toBe("1.2.0");
    expect(latestOf("go", ["v1.0.0", "v1.0.1-0.20240301000000-4f2a9c1d4f2a"])).toBe("v1.0.0");
  });

  it("is undefined if there is no stable version", () => {
    expect(latestOf("npm", ["2.0.0-rc.1", "next"])).toBeUndefined();
    expect(latestOf("npm", [])).toBeUndefined();
  });
});
