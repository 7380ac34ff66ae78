import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "../testing/cpu-ms.ts";
import { findOwners, locateCodeowners, readIfCodeowners } from "./find-owners.ts";
import type { OwnerSyntax } from "./path-pattern.ts";
import { readCodeowners, teamsOf } from "./read-codeowners.ts";

const ownersOf = (syntax: OwnerSyntax, lines: string | readonly string[], file: string): string[] => {
  const text = typeof lines === "string" ? lines : lines.join("\n");
  return findOwners(readCodeowners(text, syntax), [file])?.[0]?.owners ?? [];
};

const GITHUB = [
  "# default",
  "* @global-1 @global-2",
  "*.js @js #comment @commented",
  "*.go go@acme.test",
  "*.txt @acme/writers",
  "/build/logs/ @logs",
  "docs/* @docs-root",
  "apps/ @apps",
  "/scripts/ @scripts @ops",
  "**/trace @trace",
  "/tools/ @tools",
  "/tools/generated",
  "/tools/generated/api @api",
  "with\\ space/*.md @space",
];

describe("on GitHub", () => {
  // The rules of the examples in "About code owners", and of gitignore.
  it.each([
    ["README.md", ["@global-1", "@global-2"]],
    [".hidden/file", ["@global-1", "@global-2"]],
    ["src/deep/index.js", ["@js"]],
    // Email addresses are not stored.
    ["cmd/main.go", []],
    ["notes/a.txt", ["@acme/writers"]],
    ["build/logs/a/b.log", ["@logs"]],
    ["src/build/logs/a.log", ["@global-1", "@global-2"]],
    ["docs/start.md", ["@docs-root"]],
    ["docs/build/start.md", ["@global-1", "@global-2"]],
    ["src/docs/start.md", ["@global-1", "@global-2"]],
    ["apps/web/a.ts", ["@apps"]],
    ["src/apps/a.ts", ["@apps"]],
    ["apps", ["@global-1", "@global-2"]],
    ["scripts/a.js", ["@scripts", "@ops"]],
    ["trace/a", ["@trace"]],
    ["deeply/nested/trace/a.js", ["@trace"]],
    ["tools/a.js", ["@tools"]],
    ["tools/generated/a.js", []],
    ["tools/generated/api/a.js", ["@api"]],
    ["with space/a.md", ["@space"]],
  ])("%s belongs to %j", (file, owners) => {
    expect(ownersOf("github", GITHUB, file)).toEqual(owners);
  });

  it.each([
    ["/docs", "docs/a/b.md", true],
    ["/docs", "src/docs/a.md", false],
    ["docs/", "src/docs/a.md", true],
    ["src/docs", "lib/src/docs/a.md", false],
    ["/*", "README.md", true],
    ["/*", "src/a.md", false],
    ["/*.md", "src/a.md", false],
    ["/src/**", "src/a/b.md", true],
    ["/src/**", "src", false],
    ["/src/**/test", "src/test/a", true],
    ["/src/**/test", "src/a/b/test/c", true],
    ["/src/*/test", "src/a/b/test/c", false],
    ["/src/*/test/", "src/a/test/c", true],
    ["src/a?c", "src/abc", true],
    ["src/a?c", "src/a/c", false],
    ["Makefile", "makefile", false],
    ["/", "README.md", false],
    ["a*ab", "src/ab", false],
    ["a*ab", "src/aab", true],
    ["a*b*c", "src/aXbbc", true],
  ])("%s matches %s: %j", (pattern, file, isMatch) => {
    expect(ownersOf("github", ["* @all", `${pattern} @it`], file)).toEqual([isMatch ? "@it" : "@all"]);
  });

  it("the last matching line counts, and invalid lines do not", () => {
    const text = ["* @a", "*.md @b", "*.md missing-at", "!*.md @c", "[a-z].md @d", "\\#a @e", "/***/ @f"];
    const file = readCodeowners(text.join("\r\n"), "github");
    expect(findOwners(file, ["a.md"])).toEqual([{ owners: ["@b"], files: ["a.md"] }]);
    expect(file.skipped).toEqual([
      { line: 3, message: 'invalid owner "missing-at"' },
      { line: 4, message: 'pattern with "!"' },
      { line: 5, message: 'pattern with "[" or "]"' },
      { line: 6, message: 'pattern with "\\#"' },
      { line: 7, message: 'pattern with "***"' },
    ]);
  });
});

const GITLAB_SECTIONS = [
  "* @admin",
  "[README Owners]",
  "README.md @user1 @user2",
  "internal/README.md @user4",
  "[README other owners]",
  "README.md @user3",
];

const GITLAB_DEFAULTS = [
  "* @general",
  "[Documentation][2] @docs-team",
  "docs/",
  "README.md",
  "*.txt",
  "^[Database] @database-team @agarcia",
  "model/db/",
  "config/db/setup.md @docs-team",
  "[DOCUMENTATION]",
  "/README.md @news",
];

const GITLAB_EXCLUSIONS = [
  "* @default-owner",
  "!*.rb",
  "/special/*.rb @ruby-owner",
  "[Ruby]",
  "*.rb @ruby-team",
  "!/config/**/*.rb",
  "/config/routes.rb @ops",
];

describe("on GitLab", () => {
  // The examples of the "Syntax of CODEOWNERS file" and "Advanced CODEOWNERS configuration".
  it.each([
    [GITLAB_SECTIONS, "README.md", ["@admin", "@user1", "@user2", "@user3"]],
    [GITLAB_SECTIONS, "internal/README.md", ["@admin", "@user4", "@user3"]],
    [GITLAB_DEFAULTS, "docs/api/a.md", ["@general", "@docs-team"]],
    [GITLAB_DEFAULTS, "model/db/CHANGELOG.txt", ["@general", "@docs-team", "@database-team", "@agarcia"]],
    [GITLAB_DEFAULTS, "config/db/setup.md", ["@general", "@docs-team"]],
    [GITLAB_DEFAULTS, "README.md", ["@general", "@news"]],
    [GITLAB_EXCLUSIONS, "a.rb", ["@ruby-team"]],
    [GITLAB_EXCLUSIONS, "special/a.rb", ["@ruby-team"]],
    [GITLAB_EXCLUSIONS, "config/routes.rb", []],
    [GITLAB_EXCLUSIONS, "config/a.py", ["@default-owner"]],
    [["/path/* @group word @user"], "path/a", ["@group", "@user"]],
    [["file.md @@developer @@maintainers @@guest"], "file.md", ["@@developer", "@@maintainers"]],
    [["[Section name", "docs/ @docs"], "docs/a", ["@docs"]],
    [["\\#a @it"], "#a", ["@it"]],
    [["a\\ b/*.md @it"], "x/a b/c.md", ["@it"]],
    [["* @it", "a.md"], "a.md", []],
  ])("%j: %s belongs to %j", (lines, file, owners) => {
    expect(ownersOf("gitlab", lines, file)).toEqual(owners);
  });

  it.each([
    ["/README.md", "docs/README.md", false],
    ["README.md", "app/lib/README.md", true],
    ["internal/README.md", "docs/internal/README.md", true],
    ["/docs/", "docs/a/b.md", true],
    ["/docs", "docs/a.md", false],
    ["/docs/*.md", "docs/a/b.md", false],
    ["/docs/*spec*", "docs/qa_specs.rb", true],
    ["/docs/*/README.md", "docs/api/README.md", true],
    ["/docs/*/README.md", "docs/README.md", false],
    ["/docs/**/index.md", "docs/index.md", true],
    ["/docs/**/index.md", "docs/api/graphql/index.md", true],
    ["*", "docs/.hidden", true],
    ["[a-c]*.md", "b1.md", true],
    ["[^a-c]*.md", "b1.md", false],
  ])("%s matches %s: %j", (pattern, file, isMatch) => {
    expect(ownersOf("gitlab", `${pattern} @it`, file)).toEqual(isMatch ? ["@it"] : []);
  });
});

describe("the file", () => {
  const tree = (...paths: string[]) => paths.map((path) => ({ path, mode: "100644", oid: "" }));
  const on = (host: string) => ({ cloneUrl: `https://${host}/acme/app.git` });

  it.each([
    [on("github.com"), ["docs/CODEOWNERS", "CODEOWNERS", ".github/CODEOWNERS"], ".github/CODEOWNERS"],
    [on("github.com"), ["docs/CODEOWNERS", "CODEOWNERS"], "CODEOWNERS"],
    [on("github.com"), [".gitlab/CODEOWNERS"], undefined],
    [on("gitlab.com"), [".gitlab/CODEOWNERS", ".github/CODEOWNERS"], ".gitlab/CODEOWNERS"],
    [on("gitlab.com"), [".gitlab/CODEOWNERS", "docs/CODEOWNERS"], "docs/CODEOWNERS"],
    [{ ...on("git.acme.test"), platform: "gitlab" as const }, [".github/CODEOWNERS"], undefined],
    [on("git.acme.test"), [".gitlab/CODEOWNERS"], ".gitlab/CODEOWNERS"],
    [on("git.acme.test"), ["src/CODEOWNERS"], undefined],
  ])("of %j among %j is %j", (repository, paths, expected) => {
    expect(locateCodeowners(repository, tree(...paths))).toBe(expected);
  });

  it.each([
    ["github.com", "[Docs] @a\n* @b", "github"],
    ["gitlab.com", "* @b", "gitlab"],
    ["git.acme.test", "* @b", "github"],
    ["git.acme.test", "[Docs] @a\n* @b", "gitlab"],
  ])("on %s with %j follows the rules of %s", (host, text, syntax) => {
    expect(readIfCodeowners(on(host), "CODEOWNERS", text)?.syntax).toBe(syntax);
  });
});

it("names its teams, without users and email addresses", () => {
  const lines = ["# @acme/comment", "* @acme/platform jane@acme.test @jane # @acme/comment"];
  const more = ["/api/ @acme/group/backend @acme/platform", "/web/", "@acme/pattern"];
  expect(teamsOf(readCodeowners([...lines, ...more].join("\r\n"), "github"))).toEqual([
    "@acme/group/backend",
    "@acme/platform",
  ]);
  expect(teamsOf(readCodeowners(["[Docs] @acme/section", "docs/"].join("\n"), "gitlab"))).toEqual([
    "@acme/section",
  ]);
});

describe("a hostile file", () => {
  it.each([
    ["100,000 patterns", Array.from({ length: 100_000 }, (_, at) => `**/a*${at}*b @a`).join("\n")],
    ["100,000 sections", Array.from({ length: 100_000 }, (_, at) => `[${at}]\n* @a${at}`).join("\n")],
    ["long patterns", `${"*a".repeat(490)}b @a\n`.repeat(1000)],
    ["deep patterns", `${"**/a/".repeat(190)}b @a\n`.repeat(1000)],
    ["a long line", `a ${"@a ".repeat(300_000)}`],
    ["open brackets", `${"[".repeat(900)} @a\n`.repeat(1000)],
    ["escapes", `${"\\ ".repeat(500_000)}@a`],
  ])("with %s takes limited time", (_, text) => {
    const files = Array.from({ length: 20 }, (__, at) => `${"a/".repeat(100)}${"a".repeat(200)}${at}`);
    for (const syntax of ["github", "gitlab"] as const) {
      const spent = cpuMs(() => findOwners(readCodeowners(text, syntax), files, 2_000_000));
      expect(spent).toBeLessThan(2000);
    }
  });

  it("with too much work has no result, instead of a wrong one", () => {
    const file = readCodeowners("**/a*b*c @a\n".repeat(1000), "github");
    expect(findOwners(file, ["a/abcabcabd"], 1000)).toBe(undefined);
    expect(findOwners(file, ["a/abcabcabc"], 1000)).toHaveLength(1);
  });

  it("never throws", () => {
    const character = fc.constantFrom(...Array.from("a/*?[]!\\^- #@\n\r\t\0é😀"));
    const text = fc.string({ unit: character, maxLength: 60 });
    fc.assert(
      fc.property(text, text, fc.constantFrom<OwnerSyntax>("github", "gitlab"), (lines, file, syntax) => {
        const found = findOwners(readCodeowners(lines, syntax), [file]);
        expect(found?.every(({ owners }) => owners.every((owner) => owner.includes("@")))).toBe(true);
      }),
    );
  });
});
