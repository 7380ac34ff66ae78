import { describe, expect, it } from "vitest";
import type { Declaration } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { npm } from "./index.ts";

const declared = (specifier: string, path = "apps/web/package.json"): Declaration[] =>
  extractFiles({ [path]: JSON.stringify({ dependencies: { base: specifier } }) }, [npm]).declarations;

/** Removes credentials, which must never be part of the output. */
const withoutCredentials = (url: string): string => url.replace(/(https:\/\/)[^/]*@/, "$1");

describe("npm: git specifiers", () => {
  it.each([
    ["acme/base", null],
    ["acme/base#v1", "v1"],
    ["github:acme/base", null],
    ["github:acme/base#main", "main"],
    ["github:token@acme/base#main", "main"],
    ["github:Acme/Base.git", null],
    ["git+ssh://git@github.com/acme/base.git#v1", "v1"],
    ["git+ssh://git@github.com:2222/acme/base.git#v1", "v1"],
    ["git+ssh://git@github.com:acme/base.git#v1", "v1"],
    ["ssh://git@github.com/acme/base.git", null],
    ["git+https://github.com/acme/base.git#v1.2.0", "v1.2.0"],
    ["git+https://token:x-oauth-basic@github.com/acme/base.git", null],
    ["git+http://github.com/acme/base", null],
    ["git://github.com/acme/base.git#0123abc", "0123abc"],
    ["git@github.com:acme/base.git#v1", "v1"],
    ["https://github.com/acme/base.git#v1", "v1"],
    ["https://github.com/acme/base#feature/x", "feature/x"],
    ["https://token@github.com/acme/base", null],
    ["https://www.github.com/acme/base", null],
    ["https://token@codeload.github.com/acme/base/tar.gz/v1", "v1"],
    ["acme/base#", null],
    ["acme/base#path:packages/base", null],
    ["acme/base#v1&path:packages/base", "v1"],
    ["acme/base#path:/packages/base&v1", "v1"],
    ["https://github.com/acme/base.git#commit=0123abc", "0123abc"],
    ["https://github.com/acme/base.git#workspace=@acme/x&head=main", "main"],
    ["git@github.com:acme/base.git#tag=v1", "v1"],
    ["https://codeload.github.com/acme/base/tar.gz/v1", "v1"],
    ["https://codeload.github.com/acme/base/tar.gz/refs/tags/v1", "v1"],
    ["https://codeload.github.com/acme/base/legacy.tar.gz/main?token=x", "main"],
    ["https://api.github.com/repos/acme/base/tarball/v1", "v1"],
    ["https://github.com/acme/base/archive/v1.tar.gz", "v1"],
    ["https://github.com/acme/base/archive/refs/heads/feature/x.zip", "feature/x"],
    ["https://github.com/acme/base/tarball/main", "main"],
    ["https://github.com/acme/base/releases/download/v1/base-1.0.0.tgz", "v1"],
  ])("parses %s as the repository at %s", (specifier, ref) => {
    expect(declared(specifier)).toMatchObject([
      {
        dependencyType: "npm_package",
        artifact: "base",
        rawReference: `base@${withoutCredentials(specifier).replace("token=x", "token=")}`,
        versionConstraint: ref,
        versioning: "git",
        unbound: null,
        lookups: ["git:github.com/acme/base"],
      },
    ]);
  });

  it.each([
    ["acme/base#semver:^1", "^1"],
    ["github:acme/base#semver:^1.2.0 || 2", "^1.2.0 || 2"],
    ["git+https://github.com/acme/base.git#semver:~1&path:packages/base", "~1"],
    ["acme/base#semver:^1::path:packages/base", "^1"],
    ["git@github.com:acme/base.git#semver=^1", "^1"],
  ])("parses %s as a range of tags", (specifier, range) => {
    expect(declared(specifier)).toMatchObject([
      { versionConstraint: range, versioning: "npm", lookups: ["git:github.com/acme/base"] },
    ]);
  });

  it.each([
    ["gitlab:acme/platform/base#v1", "git:gitlab.com/acme/platform/base"],
    ["bitbucket:acme/base", "git:bitbucket.org/acme/base"],
    ["gist:0123abc#v1", "git:gist.github.com/0123abc"],
    ["gist:ann/0123abc", "git:gist.github.com/0123abc"],
    ["git+ssh://git@git.acme.io:2222/platform/base.git#v1", "git:git.acme.io/platform/base"],
    ["git+https://git.acme.io:8443/platform/team/base.git", "git:git.acme.io:8443/platform/team/base"],
    ["https://git.acme.io/platform/base.git", "git:git.acme.io/platform/base"],
    ["git@git.acme.io:platform/base.git", "git:git.acme.io/platform/base"],
    ["https://gitlab.acme.io/a/b/base/-/archive/v1/base-v1.tar.gz", "git:gitlab.acme.io/a/b/base"],
  ])("%s looks up %s", (specifier, lookup) => {
    expect(declared(specifier)).toMatchObject([{ versioning: "git", lookups: [lookup] }]);
  });

  it("declares a repository on disk without lookups", () => {
    expect(declared("git+file:///srv/git/base.git#v1")).toMatchObject([
      { artifact: "base", versionConstraint: "v1", versioning: "git", lookups: [] },
    ]);
  });
});

describe("npm: registry specifiers", () => {
  it.each([
    ["npm:@acme/real@^1", "@acme/real", "^1"],
    ["npm:real@1.0.0 - 2", "real", "1.0.0 - 2"],
    ["npm:real", "real", null],
    ["npm:@acme/real", "@acme/real", null],
    ["npm:^1.2.0", "base", "^1.2.0"],
    ["npm:1", "base", "1"],
    ["npm:latest", "base", "latest"],
    ["npm:*", "base", "*"],
    ["jsr:@acme/real@^1", "@acme/real", "^1"],
    ["jsr:^1", "base", "^1"],
    ["patch:base@npm%3A^1.0.0#~/.yarn/patches/base.patch", "base", "^1.0.0"],
    ["patch:base@npm:1.0.0#./base.patch::version=1.0.0", "base", "1.0.0"],
    ["patch:@acme/real@1.0.0#./base.patch", "@acme/real", "1.0.0"],
    ["patch:base@patch%3Abase@npm%253A1.0.0%23./a.patch#./b.patch", "base", "1.0.0"],
    ["patch:base@100%#./b.patch", "base", "100%"],
  ])("parses %s as package %s at %s", (specifier, name, constraint) => {
    expect(declared(specifier)).toMatchObject([
      {
        artifact: name,
        rawReference: `base@${specifier}`,
        versionConstraint: constraint,
        versioning: "npm",
        lookups: [`npm_package:${name}`],
      },
    ]);
  });

  it("parses a patch of a repository", () => {
    expect(declared("patch:base@acme/base%23v1#./base.patch")).toMatchObject([
      { artifact: "base", versionConstraint: "v1", lookups: ["git:github.com/acme/base"] },
    ]);
  });

  it("limits the depth of nested patches", () => {
    const { declarations } = extractFiles(
      { "package.json": JSON.stringify({ dependencies: { base: "patch:a@".repeat(50_000) } }) },
      [npm],
    );
    expect(declarations).toMatchObject([{ lookups: [] }]);
  });

  it.each([
    "https://registry.acme.io/base/-/base-1.0.0.tgz",
    "http://acme.io/base.tgz",
    "unknown:base",
    "patch:#x",
  ])("declares %s without lookups", (specifier) => {
    expect(declared(specifier)).toMatchObject([
      { artifact: "base", versionConstraint: specifier, versioning: "npm", lookups: [] },
    ]);
  });
});

describe("npm: local specifiers", () => {
  it.each([
    "workspace:*",
    "workspace:^",
    "workspace:^1.2.0",
    "workspace:@acme/real@*",
    "workspace:../ui",
    "link:../ui",
    "portal:../../packages/ui",
    "file:../ui",
    "file:./base-1.0.0.tgz",
    "file:base-1.0.0.tgz",
    "file:..\\ui",
    "file://../ui",
    "file:../../..ui",
    "../ui",
    "./ui",
    ".",
    "exec:./generate.js",
    "patch:base@workspace%3A*#./base.patch",
  ])("skips %s, which is local", (specifier) => {
    expect(declared(specifier)).toEqual([]);
  });

  it.each([
    "link:../../../ui",
    "file:../../../ui",
    "portal:../../..",
    "file:..\\..\\..\\ui",
    "file:/srv/ui",
    "file:///srv/ui",
    "file:~/ui",
    "../../../ui",
    "~/ui",
    "C:\\src\\ui",
  ])("declares %s, which is outside the repository", (specifier) => {
    expect(declared(specifier)).toMatchObject([
      { artifact: "base", versionConstraint: specifier, lookups: ["npm_package:base"] },
    ]);
  });

  it("skips * for a package of the repository, and declares a range", () => {
    const files = {
      "package.json": '{"workspaces": ["packages/*"], "private": true}',
      "packages/a/package.json": '{"name": "a", "private": true}',
      "packages/b/package.json": '{"name": "b"}',
      "packages/c/package.json":
        '{"dependencies": {"a": "*", "b": "*", "c": "*"}, "devDependencies": {"b": "^1"}}',
      "fixtures/package.json": '{"name": "c"}',
    };
    expect(extractFiles(files, [npm]).declarations.map((each) => each.rawReference)).toEqual(["c@*", "b@^1"]);
  });
});
