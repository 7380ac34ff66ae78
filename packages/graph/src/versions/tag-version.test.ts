import { describe, expect, it } from "vitest";
import { plainVersion, taggedVersions } from "./tag-version.ts";

it("taggedVersions returns the versions of a Go module as Go finds them", () => {
  const tags = ["v1.0.0", "sub/v1.2.0", "sub/v2.0.0", "other-v5.0.0"];
  const sub = { name: "github.com/acme/mono/sub", directory: "sub" };
  expect(taggedVersions("go", tags, sub)).toEqual(["v1.2.0"]);
});

describe("taggedVersions", () => {
  it("matches prefixes that are the directory, its last segment, or the name", () => {
    const tags = ["v9.0.0", "modules/vpc/v1.0.0", "vpc-1.1.0", "acme/vpc@1.2.0", "Vpc_1.3.0", "dns-1.4.0"];
    const vpc = { name: "acme/vpc", directory: "modules/vpc" };
    expect(taggedVersions("terraform", tags, vpc)).toEqual(["1.0.0", "1.1.0", "1.2.0", "1.3.0"]);
  });

  it("falls back to tags without a prefix", () => {
    const setup = { name: "acme/actions/setup", directory: "setup" };
    expect(taggedVersions("git", ["v4.1.0", "cache/v9.0.0", "v4", "nightly"], setup)).toEqual(["v4.1.0"]);
  });

  it("returns whole tags for git references", () => {
    const setup = { name: "acme/actions/setup", directory: "setup" };
    expect(taggedVersions("git", ["v4.1.0", "setup/v1.0.0"], setup)).toEqual(["setup/v1.0.0"]);
  });

  it("falls back to the only prefix in use for artifacts at the root", () => {
    const tags = ["release-1.0.0", "release-1.1.0"];
    expect(taggedVersions("docker", tags, { name: "acme/app", directory: "" })).toEqual(["1.0.0", "1.1.0"]);
    expect(taggedVersions("docker", tags, { name: "acme/ui", directory: "ui" })).toEqual([]);
    const two = [...tags, "ui-2.0.0"];
    expect(taggedVersions("docker", two, { name: "acme/app", directory: "" })).toEqual([]);
  });

  it("supports prefixes that end in a number", () => {
    const tags = ["auth2-1.0.0", "auth-2-3.0.0"];
    expect(taggedVersions("docker", tags, { name: "acme/auth2", directory: "" })).toEqual(["1.0.0"]);
    expect(taggedVersions("docker", tags, { name: "acme/auth-2", directory: "" })).toEqual(["3.0.0"]);
  });

  it("ignores tags that move from release to release", () => {
    const tags = ["v3", "3.1", "v3.1.0", "vpc-v4", "20240115"];
    const vpc = { name: "acme/vpc", directory: "" };
    expect(taggedVersions("terraform", tags, vpc)).toEqual(["3.1.0", "20240115"]);
    expect(taggedVersions("docker", tags, vpc)).toEqual(["3.1.0", "20240115"]);
  });

  it("is empty without release tags", () => {
    expect(taggedVersions("npm", ["", "main", "v1", "-", "v"], { name: "ui", directory: "" })).toEqual([]);
  });
});

describe("plainVersion", () => {
  it.each([
    ["npm", "v1.2.3", "1.2.3"],
    ["docker", "v1.2.3-alpine", "1.2.3-alpine"],
    ["terraform", "v1.2", "1.2"],
    ["git", "v1.2.3", "v1.2.3"],
    ["go", "v1.2.3", "v1.2.3"],
    ["npm", "next", undefined],
  ] as const)("%s: %s is %s", (scheme, text, version) => {
    expect(plainVersion(scheme, text)).toBe(version);
  });
});
