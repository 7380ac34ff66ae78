import { describe, expect, it } from "vitest";
import { leadsElsewhere, mavenLookups } from "./name.ts";

describe("mavenLookups", () => {
  it.each([
    ["com.github.acme", "git:github.com/acme/base"],
    ["io.github.acme.kit", "git:github.com/acme/kit"],
    ["org.bitbucket.acme", "git:bitbucket.org/acme/base"],
  ])("adds the repository that the group %s is named after", (group, repository) => {
    expect(mavenLookups(group, "base")).toEqual([`maven_artifact:${group}:base`, repository]);
  });

  it("returns only the artifact for other groups", () => {
    expect(mavenLookups("com.acme", "base")).toEqual(["maven_artifact:com.acme:base"]);
  });
});

describe("leadsElsewhere", () => {
  it.each([
    ["git@github.com:Acme/App.git", ["npm_package:app", "git:github.com/acme/app"], false],
    ["https://github.com/acme/app", ["git:github.com/acme/app-two"], true],
    ["https://github.com/acme/app", [], true],
    ["/srv/git/app", ["git:github.com/acme/app"], true],
    [null, ["git:github.com/acme/app"], true],
  ])("clone URL %j, lookups %j: %s", (cloneUrl, lookups, expected) => {
    expect(leadsElsewhere({ cloneUrl })({ lookups })).toBe(expected);
  });
});
