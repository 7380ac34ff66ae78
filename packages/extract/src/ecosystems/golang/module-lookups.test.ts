import { describe, expect, it } from "vitest";
import { moduleLookups } from "./module-lookups.ts";

describe("moduleLookups", () => {
  it.each([
    ["github.com/acme/log", ["git:github.com/acme/log"]],
    ["github.com/Acme/Log", ["git:github.com/acme/log"]],
    ["github.com/acme/log/v2", ["git:github.com/acme/log"]],
    ["github.com/acme/mono/libs/log/v3", ["git:github.com/acme/mono"]],
    ["bitbucket.org/acme/log/sub", ["git:bitbucket.org/acme/log"]],
    ["codeberg.org/acme/log/sub", ["git:codeberg.org/acme/log"]],
    ["gitlab.com/acme/libs/log/v2", ["git:gitlab.com/acme/libs/log", "git:gitlab.com/acme/libs"]],
    ["git.acme.example/libs/go/log", ["git:git.acme.example/libs/go/log", "git:git.acme.example/libs/go"]],
    ["git.acme.example/libs/go/log.git/sub", ["git:git.acme.example/libs/go/log"]],
    ["gopkg.in/acme/log.v2", ["git:github.com/acme/log"]],
    ["gopkg.in/yaml.v3", ["git:github.com/go-yaml/yaml"]],
    ["gopkg.in/yaml", []],
    ["acme.example/log", []],
    ["github.com/acme", []],
    ["log", []],
  ])("returns the path of %s, then its possible repositories", (path, repositories) => {
    const named = moduleLookups(path).filter((name) => !name.startsWith("convention:"));
    expect(named).toEqual([`go_module:${path}`, ...repositories]);
  });

  it("ends with the naming convention", () => {
    expect(moduleLookups("acme.example/log").at(-1)).toBe("convention:go_module:acme.example/log");
    expect(moduleLookups("github.com/acme/log").at(-1)).toBe("convention:go_module:github.com/acme/log");
  });

  it("bounds the number of lookups for a deep path", () => {
    expect(moduleLookups(`git.acme.example${"/x".repeat(500)}`)).toHaveLength(24);
  });
});
