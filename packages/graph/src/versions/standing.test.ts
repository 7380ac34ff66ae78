import { describe, expect, it } from "vitest";
import { latestOf, newestFirst, standing, statedVersion, type HeldVersion } from "./standing.ts";

const held = (
  versioning: HeldVersion["versioning"],
  versionConstraintState: HeldVersion["versionConstraintState"],
  versionConstraint: string | null,
  versionComment: string | null = null,
): HeldVersion => ({ versioning, versionConstraintState, versionConstraint, versionComment });

const COMMIT = "4f2a9c1d".repeat(5);

describe("standing", () => {
  it.each([
    ["a pin below", held("npm", "pinned", "1.2.3"), "1.3.0", "lagging"],
    ["the latest pin", held("npm", "pinned", "1.3.0"), "1.3.0", "latest"],
    ["a pin with its operator", held("pep440", "pinned", "==1.2.3"), "1.3.0", "lagging"],
    ["a pin above, a pre-release say", held("npm", "pinned", "2.0.0-rc.1"), "1.3.0", "latest"],
    ["a range that takes the latest", held("npm", "range", "^1.0.0"), "1.3.0", "latest"],
    ["a range that ends before it", held("npm", "range", "~1.2.0"), "1.3.0", "lagging"],
    ["a range nobody can read", held("go", "range", ">=v1.2"), "v1.3.0", "unknown"],
    ["a floating branch", held("git", "floating", "main"), "v1.3.0", "unknown"],
    ["no constraint", held("docker", "absent", null), "1.3.0", "unknown"],
    ["a variable nobody binds", held("docker", "unresolved", "${TAG}"), "1.3.0", "unknown"],
    ["a digest alone", held("git", "digest", COMMIT), "v1.3.0", "unknown"],
    ["a digest beside the latest version", held("git", "digest", COMMIT, "v1.3.0"), "v1.3.0", "latest"],
    ["a digest beside an old version", held("git", "digest", COMMIT, "v1.2.0"), "v1.3.0", "lagging"],
    ["a tag beside a release that it names", held("git", "pinned", "sub/v1.3.0"), "v1.3.0", "latest"],
    ["another image variant", held("docker", "pinned", "1.2.3-alpine"), "1.3.0", "unknown"],
    ["anything where no version is known", held("npm", "pinned", "1.2.3"), null, "unknown"],
  ] as const)("%s [D-8.17,18,19]", (_, consumer, latest, expected) => {
    expect(standing(consumer, latest)).toBe(expected);
  });
});

describe("statedVersion", () => {
  it("is the pin, or what stands beside a digest", () => {
    expect(statedVersion(held("npm", "pinned", "1.2.3"))).toBe("1.2.3");
    expect(statedVersion(held("pep440", "pinned", "== 1.2.3"))).toBe("1.2.3");
    expect(statedVersion(held("cargo", "pinned", "=1.2.3"))).toBe("1.2.3");
    expect(statedVersion(held("git", "digest", COMMIT, "v1.2.0"))).toBe("v1.2.0");
    expect(statedVersion(held("git", "digest", COMMIT))).toBeNull();
    expect(statedVersion(held("npm", "range", "^1.2.3", "v1.2.3"))).toBeNull();
  });
});

describe("newestFirst", () => {
  it("orders by the scheme and not as text, each once [D-8.15]", () => {
    expect(newestFirst("npm", ["1.9.0", "1.10.0", "1.9.0", "1.10.0-rc.1"])).toEqual([
      "1.10.0",
      "1.10.0-rc.1",
      "1.9.0",
    ]);
  });

  it("keeps image variants together, the largest family first, and what is no version last", () => {
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

  it("does not depend on the order given", () => {
    const tags = ["1.0.0-slim", "1.0.0-alpine", "v1.0.0", "1.0.0", "edge", "main"];
    expect(newestFirst("docker", tags.toReversed())).toEqual(newestFirst("docker", tags));
  });
});

describe("latestOf", () => {
  it("is the highest stable version [D-8.14]", () => {
    expect(latestOf("npm", ["1.0.0", "2.0.0-rc.1", "1.2.0", "next"])).toBe("1.2.0");
    expect(latestOf("go", ["v1.0.0", "v1.0.1-0.20240301000000-4f2a9c1d4f2a"])).toBe("v1.0.0");
  });

  it("is unknown without a stable one", () => {
    expect(latestOf("npm", ["2.0.0-rc.1", "next"])).toBeUndefined();
    expect(latestOf("npm", [])).toBeUndefined();
  });
});
