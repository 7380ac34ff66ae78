import { describe, expect, it } from "vitest";
import type { Declaration, HeuristicPattern } from "../ecosystem.ts";
import { ECOSYSTEMS } from "../registry.ts";
import { extractFiles } from "../repository-extraction.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { findPatternFault } from "./pattern-fault.ts";

const PATTERN: HeuristicPattern = {
  name: "service_call",
  pattern: String.raw`call\((?P<name>[^@)]*)(?:@(?P<version>[^)]*))?\)`,
  artifactType: "git_repository",
};

const extract = (files: Record<string, string>, ...patterns: Partial<HeuristicPattern>[]) =>
  extractFiles(files, ECOSYSTEMS, {
    fullPath: "acme/app",
    cloneUrl: "https://github.com/acme/app.git",
    heuristicPatterns: patterns.map((one) => ({ ...PATTERN, ...one })),
  });

const find = (text: string, pattern: Partial<HeuristicPattern> = {}, path = "src/main.ts"): Declaration[] =>
  extract({ [path]: text }, pattern).declarations;

const lookups = (name: string, artifactType: HeuristicPattern["artifactType"]) =>
  find(`call(${name})`, { artifactType })[0]?.lookups;

describe("a match of a custom pattern", () => {
  it("declares the group name at the group version, with file, line and rule", () => {
    expect(find("// é😀\n\nx = call( billing@1.2 )")).toEqual([
      {
        ecosystem: "references",
        dependencyType: "git_repository",
        sourceFile: "src/main.ts",
        sourceLine: 3,
        rawReference: "call( billing@1.2 )",
        artifact: "billing",
        versionConstraint: "1.2",
        versioning: "git",
        unbound: null,
        versionComment: null,
        lookups: ["git_repository:billing", "path:acme/billing", "convention:git_repository:billing"],
        evidence: { class: "unclassified", rule: "references.pattern_service_call" },
        role: "runtime",
        scope: "unit:references:src",
        locked: null,
      },
    ]);
  });

  it("has no version without the group, and is ignored without a name, if too long, or for other URLs", () => {
    expect(find("call(billing)")).toMatchObject([{ artifact: "billing", versionConstraint: null }]);
    expect(find("call(billing@)")).toMatchObject([{ versionConstraint: null }]);
    expect(find("call( )")).toEqual([]);
    expect(find(`call(${"a".repeat(200)})`)).toHaveLength(1);
    expect(find(`call(${"a".repeat(201)})`)).toEqual([]);
    expect(find(`call(a@${"1".repeat(201)})`)).toEqual([]);
    expect(find("call(https://registry.acme.io?token=secret)")).toEqual([]);
  });

  it("has the evidence class of its file and context", () => {
    const classOf = (text: string, path: string) => find(text, {}, path).map((one) => one.evidence.class);
    expect(classOf("call(a)", "Makefile")).toEqual(["build_file"]);
    expect(classOf("call(a)", "src/main.ts")).toEqual(["unclassified"]);
    expect(classOf("// call(a)", "src/main.ts")).toEqual(["prose"]);
    expect(classOf("call(a)", "README.md")).toEqual(["prose"]);
    expect(classOf("call(a)", "package-lock.json")).toEqual([]);
  });

  it("binds variables, and looks up nothing if the name is unbound", () => {
    expect(find("V=1.2\ncall(a@${V})")).toMatchObject([{ versionConstraint: "1.2", unbound: null }]);
    expect(find("call(${SERVICE})")).toMatchObject([{ unbound: "SERVICE", lookups: [] }]);
  });

  it("looks up the artifact, then the repository, then the convention", () => {
    expect(lookups("Acme_Core", "python_package")).toEqual([
      "python_package:acme-core",
      "path:acme/acme_core",
      "convention:python_package:Acme_Core",
    ]);
    expect(lookups("labs/ui", "npm_package")).toEqual([
      "npm_package:labs/ui",
      "path:labs/ui",
      "convention:npm_package:labs/ui",
    ]);
    expect(lookups("ghcr.io/acme/base", "container_image")).toEqual([
      "container_image:ghcr.io/acme/base",
      "path:ghcr.io/acme/base",
      "convention:container_image:ghcr.io/acme/base",
      "convention:container_image:acme/base",
    ]);
  });

  it("looks up a git URL by its repository, without passwords, and skips its own repository", () => {
    const named = { pattern: "repo=(?P<name>\\S+)", artifactType: "npm_package" } as const;
    expect(find("repo=https://me:secret@git.acme.io/acme/ui.git?ref=v2", named)).toMatchObject([
      {
        artifact: "git.acme.io/acme/ui",
        rawReference: "https://git.acme.io/acme/ui.git?ref=v2",
        versionConstraint: "v2",
        lookups: ["git:git.acme.io/acme/ui"],
      },
    ]);
    expect(find("repo=git@github.com:acme/app.git", named)).toEqual([]);
  });

  it("is ignored on a line that another ecosystem declares", () => {
    const from = { pattern: "FROM (?P<name>\\S+)", artifactType: "container_image" } as const;
    expect(find("FROM ghcr.io/acme/base\n", from, "Dockerfile").map((one) => one.ecosystem)).toEqual([
      "docker",
    ]);
  });
});

describe("a custom pattern", () => {
  it("with a path only searches files with that path", () => {
    const { declarations } = extract(
      { "a.ts": "call(a)", "b.py": "call(b)", "ts/c.py": "call(c)" },
      { path: String.raw`\.ts$` },
    );
    expect(declarations.map((one) => one.artifact)).toEqual(["a"]);
  });

  it("does not search texts over 256 KiB", () => {
    const text = (length: number) => "call(a)".padEnd(length, "\n");
    expect(find(text(256 * 1024))).toHaveLength(1);
    expect(find(text(256 * 1024 + 1))).toEqual([]);
  });

  it("shares the limit per file with other patterns, and reports the first omitted line", () => {
    const text = Array.from({ length: 150 }, (_, at) => `call(a${at}) get(b${at})\n`).join("");
    const get = { name: "get", pattern: String.raw`get\((?P<name>\w+)\)` };
    const { declarations, problems } = extract({ "a.ts": text }, {}, get);
    expect(declarations).toHaveLength(200);
    expect(problems).toMatchObject([{ code: "truncated", file: "a.ts", line: 51 }]);
  });

  it("counts matches without a name toward the limit", () => {
    const { declarations, problems } = extract({ "a.ts": "call()\n".repeat(300) }, {});
    expect(declarations).toEqual([]);
    expect(problems).toMatchObject([{ code: "truncated", file: "a.ts", line: 201 }]);
  });

  it("takes linear time even with nested quantifiers", () => {
    const cost = (length: number): number => {
      return cpuMs(() =>
        expect(find(`${"a".repeat(length)}b\na`, { pattern: "(?m)(?P<name>(a+)+)$" })).toHaveLength(1),
      );
    };
    cost(1024);
    const small = Math.min(cost(16 * 1024), cost(16 * 1024));
    expect(cost(240 * 1024)).toBeLessThan(Math.max(small, 5) * 15 * 4);
  });
});

describe("findPatternFault", () => {
  const fault = (pattern: string, path?: string) => findPatternFault({ ...PATTERN, pattern, path });

  it("accepts a group named name in both notations", () => {
    expect(findPatternFault(PATTERN)).toBeUndefined();
    expect(fault("(?<name>a)", "b")).toBeUndefined();
  });

  it("returns the message of RE2 for an invalid expression", () => {
    expect(fault("(?P<name>a")).toEqual({
      field: "pattern",
      message: "error parsing regexp: missing closing ): `(?P<name>a`",
    });
    expect(fault("(?P<name>a)(?=b)")?.message).toContain("(?=");
    expect(fault("(?P<name>a)", "[")).toEqual({
      field: "path",
      message: "error parsing regexp: missing closing ]: `[`",
    });
  });

  it("rejects an expression that is too large with its repeats expanded", () => {
    expect(fault("(?P<name>[a-z]{1,200})")).toBeUndefined();
    expect(fault("(?P<name>[a-z]{1,500})")?.message).toContain("over 500 steps");
  });

  it("rejects a pattern without a group named name", () => {
    expect(fault("(?P<other>a)")).toEqual({
      field: "pattern",
      message: 'Missing a group named "name": (?P<name>…).',
    });
  });
});
