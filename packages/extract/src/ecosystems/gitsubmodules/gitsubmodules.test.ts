import { describe, expect, it } from "vitest";
import type { LinkResult, RepositoryIdentity } from "../../ecosystem.ts";
import { RepositoryExtraction } from "../../repository-extraction.ts";
import { gitsubmodules } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const OID = "0123456789abcdef0123456789abcdef01234567";
const ACME: RepositoryIdentity = { fullPath: "acme/app", cloneUrl: "https://github.com/acme/app.git" };

/** `commits` are the submodules of the commit's tree, by path. */
function extract(
  text: string,
  commits: Record<string, string> = { lib: OID },
  repository = ACME,
  path = ".gitmodules",
): LinkResult {
  const extraction = new RepositoryExtraction(repository, [gitsubmodules]);
  extraction.addFile(path, new TextEncoder().encode(text));
  const submodules = Object.entries(commits).map(([at, oid]) => ({ path: at, mode: "160000", oid }));
  return extraction.finish([{ path, mode: "100644", oid: OID }, ...submodules]);
}

const submodule = (url: string) => `[submodule "lib"]\n\tpath = lib\n\turl = ${url}\n`;

/** The artifact and lookups of a submodule at `lib`. */
const targetsOf = (url: string, repository = ACME) =>
  extract(submodule(url), { lib: OID }, repository).declarations.map(
    ({ artifact, lookups }) => [artifact, ...lookups] as const,
  );

const TYPICAL = `[submodule "lib"]
	path = lib
	url = https://github.com/acme/Lib.git
# [submodule "old"]
;	url = https://github.com/acme/old.git
[submodule "themes/dark"]
	url = git@gitlab.acme.io:web/themes/dark.git ; with "quotes"
	path = themes/dark
	branch = main
[diff]
	algorithm = histogram
`;

describe("gitsubmodules: declarations", () => {
  it("declares each URL with the commit of the tree, not comments", () => {
    const { declarations, artifacts, problems } = extract(TYPICAL, {
      lib: OID,
      "themes/dark": OID.replaceAll("0", "f"),
    });
    expect(problems).toEqual([]);
    expect(artifacts).toEqual([]);
    expect(declarations).toEqual([
      {
        ecosystem: "gitsubmodules",
        dependencyType: "git_repository",
        sourceFile: ".gitmodules",
        sourceLine: 3,
        rawReference: "https://github.com/acme/Lib.git",
        artifact: "github.com/acme/lib",
        versionConstraint: OID,
        versioning: "git",
        unbound: null,
        versionComment: null,
        lookups: ["git:github.com/acme/lib"],
        evidence: { class: "manifest", rule: "gitsubmodules.url" },
        role: "runtime",
        scope: "unit:gitsubmodules:.",
        locked: null,
      },
      expect.objectContaining({
        sourceLine: 7,
        rawReference: "git@gitlab.acme.io:web/themes/dark.git",
        artifact: "gitlab.acme.io/web/themes/dark",
        versionConstraint: OID.replaceAll("0", "f"),
      }),
    ]);
  });

  it("declares each use of a repository", () => {
    const text = `${submodule("https://github.com/acme/x")}[submodule "b"]\npath=b\nurl=https://github.com/acme/x\n`;
    const { declarations } = extract(text, { lib: OID, b: OID });
    expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([3, 6]);
  });

  it("ignores a section without a submodule in the tree", () => {
    expect(extract(TYPICAL, {})).toEqual({ declarations: [], artifacts: [], compositions: [], problems: [] });
  });

  it("accepts a byte-order mark and CRLF", () => {
    const { declarations, problems } = extract(`\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}`);
    expect(problems).toEqual([]);
    expect(declarations).toMatchObject([{ sourceLine: 3, artifact: "github.com/acme/lib" }]);
  });

  it("finds nothing in an empty file and below the root", () => {
    expect(extract("")).toEqual({ declarations: [], artifacts: [], compositions: [], problems: [] });
    expect(extract(TYPICAL, { lib: OID }, ACME, "sub/.gitmodules").declarations).toEqual([]);
  });
});

describe("gitsubmodules: URLs", () => {
  it.each([
    ["../lib.git", "github.com/acme/lib", "git:github.com/acme/lib", "path:acme/lib"],
    ["../../Other/lib/", "github.com/other/lib", "git:github.com/other/lib", "path:other/lib"],
  ])("resolves %s against the repository's URL", (url, ...expected) => {
    expect(targetsOf(url)).toEqual([expected]);
  });

  it("resolves a relative URL against the path if there is no clone URL or it is a folder", () => {
    for (const cloneUrl of [null, "/srv/git/app"]) {
      expect(targetsOf("../lib", { fullPath: "Acme/App", cloneUrl })).toEqual([
        ["acme/lib", "path:acme/lib"],
      ]);
    }
  });

  it("resolves a relative URL on a self-managed host with a port and nested groups", () => {
    const repository = { fullPath: "a/b/app", cloneUrl: "http://git.acme.io:8080/a/b/app.git" };
    expect(targetsOf("../../c/lib", repository)).toEqual([
      ["git.acme.io:8080/a/c/lib", "git:git.acme.io:8080/a/c/lib", "path:a/c/lib"],
    ]);
  });

  it.each([
    "https://github.com/ACME/app",
    "git@github.com:acme/app.git",
    "./",
    "../app.git",
    "https://mirror.example.org/acme/app",
  ])("ignores %s, the repository itself", (url) => {
    expect(targetsOf(url)).toEqual([]);
  });

  it.each(["../../../../lib.git", "/srv/git/lib.git", "file:///srv/git/lib.git", "./nested"])(
    "declares %s without lookups",
    (url) => {
      expect(targetsOf(url)).toEqual([[url]]);
    },
  );

  it.each([
    ['"https://github.com/acme/lib" # why', "https://github.com/acme/lib"],
    ["https://github.com/acme/lib#frag", "https://github.com/acme/lib"],
    ["https://github.com/\\\nacme/lib", "https://github.com/acme/lib"],
    ['https://github.com/acme/"lib;2"', "https://github.com/acme/lib;2"],
  ])("reads %j like Git", (written, url) => {
    expect(extract(submodule(written)).declarations).toMatchObject([{ rawReference: url }]);
  });

  it("takes the last of several URLs and ignores the case of keys and sections", () => {
    const text = `[Submodule "lib"] PATH = ./lib/\nURL = https://github.com/acme/a\n[submodule.lib]\nurl = https://github.com/acme/b\n`;
    expect(extract(text).declarations).toMatchObject([{ sourceLine: 4, artifact: "github.com/acme/b" }]);
  });

  it("removes credentials from a URL", () => {
    const { declarations } = extract(submodule("https://bot:secret@github.com/acme/lib"));
    expect(declarations[0]?.rawReference).toBe("https://github.com/acme/lib");
  });
});

describe("gitsubmodules: problems", () => {
  it.each([
    ["an unclosed section", '[submodule "a"\n\tpath = a\n', 1],
    ["an unclosed section name", '\n[submodule "a]\n', 2],
    ["a key without a section", "path = a\n", 1],
    ["a merge conflict", `${submodule("a")}<<<<<<< HEAD\n`, 4],
    ["an unclosed quote", '[submodule "a"]\n\turl = "https://x\n\tpath = a\n', 2],
    ["an unknown escape", '[submodule "a"]\n\turl = a\\q\n', 2],
  ])("reports the line of %s", (_, text, line) => {
    const { declarations, problems } = extract(text);
    expect(problems).toMatchObject([{ file: ".gitmodules", line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });

  it("reports a submodule without a URL and declares the others", () => {
    const { declarations, problems } = extract(`[submodule "b"]\npath = b\n${submodule("../x")}`, {
      b: OID,
      lib: OID,
    });
    expect(problems).toMatchObject([{ file: ".gitmodules", line: 1, code: "invalid_syntax" }]);
    expect(declarations).toHaveLength(1);
  });

  it("reads long lines in linear time", () => {
    const started = process.cpuUsage();
    extract(`[submodule "lib"]\nurl = ${'"\\\\'.repeat(150_000)}`);
    extract(`[${" ".repeat(500_000)}`);
    extract(`[submodule "lib"]\n${"a".repeat(500_000)}`);
    expect(cpuMsSince(started)).toBeLessThan(2000);
  });
});

describe("gitsubmodules: roles", () => {
  it.each([
    ["lib", "runtime"],
    ["libs/latest", "runtime"],
    ["test/suite", "test"],
    ["examples/shop", "example"],
    ["third_party/zlib", "vendored"],
    ["./vendor/zlib/", "vendored"],
  ])("at %s are %s", (path, role) => {
    const text = `[submodule "x"]\n\tpath = ${path}\n\turl = https://github.com/acme/lib.git\n`;
    const { declarations } = extract(text, { [path.replace(/^\.\/|\/$/g, "")]: OID });
    expect(declarations).toMatchObject([{ role, sourceFile: ".gitmodules" }]);
  });
});
