import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { golang } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [golang]);

/** `line rule rawReference` of every declaration of one go.mod. */
const declared = (goMod: string): string[] =>
  extract({ "go.mod": goMod }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

const TYPICAL = `module github.com/acme/app

go 1.24

require github.com/acme/log v1.4.0

require (
	github.com/acme/auth/v2 v2.1.0 // why not
	golang.org/x/sys v0.20.0 // indirect
)
`;

describe("golang: declarations", () => {
  it("declares entries of require, alone or in a block, and marks indirect ones", () => {
    expect(declared(TYPICAL)).toEqual([
      "5 golang.require github.com/acme/log v1.4.0",
      "8 golang.require github.com/acme/auth/v2 v2.1.0",
      "9 golang.require_indirect golang.org/x/sys v0.20.0",
    ]);
  });

  it("fills every field of a declaration", () => {
    expect(extract({ "svc/go.mod": TYPICAL }).declarations[0]).toEqual({
      ecosystem: "golang",
      dependencyType: "go_module",
      sourceFile: "svc/go.mod",
      sourceLine: 5,
      rawReference: "github.com/acme/log v1.4.0",
      artifact: "github.com/acme/log",
      versionConstraint: "v1.4.0",
      versioning: "go",
      unbound: null,
      versionComment: null,
      lookups: [
        "go_module:github.com/acme/log",
        "git:github.com/acme/log",
        "convention:go_module:github.com/acme/log",
      ],
      evidence: { class: "manifest", rule: "golang.require" },
      role: "runtime",
      scope: "unit:golang:svc",
      locked: null,
    });
  });

  it("keeps pseudo-versions and +incompatible as written", () => {
    const { declarations } = extract({
      "go.mod": `module github.com/acme/app
require github.com/acme/log v0.0.0-20240102030405-abcdef123456
require github.com/acme/old v3.0.0+incompatible
`,
    });
    expect(declarations.map((declaration) => declaration.versionConstraint)).toEqual([
      "v0.0.0-20240102030405-abcdef123456",
      "v3.0.0+incompatible",
    ]);
  });

  it("declares a module once per line", () => {
    expect(
      declared(`module github.com/acme/app
require github.com/acme/log v1.4.0
require github.com/acme/log v1.5.0
`),
    ).toEqual(["2 golang.require github.com/acme/log v1.4.0", "3 golang.require github.com/acme/log v1.5.0"]);
  });

  it("ignores comments, exclude, retract, godebug, toolchain and unknown directives", () => {
    expect(
      declared(`module github.com/acme/app // require github.com/acme/a v1.0.0
// require github.com/acme/b v1.0.0
toolchain go1.24.1
godebug default=go1.21
exclude github.com/acme/c v1.0.0
exclude (
	github.com/acme/d v1.0.0
)
retract [v1.0.0, v1.1.0] // broken
retract (
	v1.2.0
)
ignore ./web
`),
    ).toEqual([]);
  });

  it("recognizes the indirect comment with and without spaces", () => {
    expect(
      declared(`module github.com/acme/app
require github.com/acme/a v1.0.0//indirect
require github.com/acme/b v1.0.0 // indirect; for tests
require github.com/acme/c v1.0.0 // indirectly useful
`),
    ).toEqual([
      "2 golang.require_indirect github.com/acme/a v1.0.0",
      "3 golang.require_indirect github.com/acme/b v1.0.0",
      "4 golang.require github.com/acme/c v1.0.0",
    ]);
  });

  it("reads quoted and raw strings", () => {
    expect(
      declared('module "github.com/acme/app"\nrequire "github.com/acme/log" `v1.4.0`// indirect\n'),
    ).toEqual(["2 golang.require_indirect github.com/acme/log v1.4.0"]);
  });

  it("accepts a byte-order mark and CRLF", () => {
    const { declarations, artifacts, problems } = extract({
      "go.mod": `\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}`,
    });
    expect(problems).toEqual([]);
    expect(artifacts[0]?.name).toBe("github.com/acme/app");
    expect(declarations.map(({ sourceLine, versionConstraint }) => [sourceLine, versionConstraint])).toEqual([
      [5, "v1.4.0"],
      [8, "v2.1.0"],
      [9, "v0.20.0"],
    ]);
  });

  it("ignores the repository's own modules", () => {
    expect(
      declared(`module github.com/acme/app/cli
require github.com/Acme/app v1.4.0
require github.com/acme/app/api/v2 v2.0.0
`),
    ).toEqual([]);
  });

  it("finds nothing in folders that Go ignores", () => {
    const files = Object.fromEntries(
      ["testdata/go.mod", "a/testdata/b/go.mod", "_examples/go.mod", "a/_old/go.work"].map((path) => [
        path,
        TYPICAL,
      ]),
    );
    expect(extract(files)).toEqual({ declarations: [], artifacts: [], compositions: [], problems: [] });
  });
});

describe("golang: artifacts", () => {
  it.each([
    ["go.mod", "github.com/acme/app", true],
    ["go.mod", "github.com/Acme/App/v2", true],
    ["v2/go.mod", "github.com/acme/app/v2", true],
    ["api/go.mod", "github.com/acme/app/api", true],
    ["api/v2/go.mod", "github.com/acme/app/api/v2", true],
    ["src/go.mod", "acme.io/app", true],
    ["go.mod", "github.com/acme/app-two", true],
    ["clients/go/go.mod", "github.com/acme/app-two/clients/go/v8", true],
    ["src/go.mod", "github.com/acme/app-two", false],
    ["copied/log/go.mod", "github.com/other/log", false],
    ["src/github.com/other/log/go.mod", "github.com/other/log", false],
    ["go.mod", "github.com/other/mono/log", false],
    ["test/src/go.mod", "github.com/acme/app", false],
    ["api/go.mod", "github.com/acme/app/web", false],
  ])("produces, from %s, the module %s if Go can fetch it: %s", (path, name, expected) => {
    expect(extract({ [path]: `module ${name}\n` }).artifacts).toHaveLength(expected ? 1 : 0);
  });

  it.each([
    ["go.mod", "acme.io/app/v2", "go_module"],
    ["log/go.mod", "acme.io/app/log", "go_module"],
    ["log/v2/go.mod", "acme.io/app/log/v2", "go_module"],
    ["internal/copied/log/go.mod", "acme.io/app/log", "convention:go_module"],
    ["go.mod", "github.com/other/app", "convention:go_module"],
    ["clients/go/go.mod", "github.com/acme/app-two/clients/go/v8", "convention:go_module"],
  ])("announces, from %s, the module %s as %s", (path, name, kind) => {
    const [artifact] = extract({ [path]: `module ${name}\n` }).artifacts;
    expect(artifact?.announces).toEqual([`${kind}:${name}`]);
  });

  it("announces the programs in its folder and below cmd/, except with a generic name", () => {
    const { artifacts } = extract({
      "go.mod": "module github.com/acme/app\n",
      "main.go": "package main\n",
      "cmd/acme-lint/main.go": "package main\n",
      "cmd/server/main.go": "package main\n",
      "internal/tool/main.go": "package main\n",
      "acmectl/go.mod": "module github.com/acme/app/acmectl\n",
      "acmectl/main.go": "package main\n",
    });
    expect(artifacts.map(({ announces }) => announces)).toEqual([
      ["go_module:github.com/acme/app/acmectl", "program:acmectl"],
      ["go_module:github.com/acme/app", "program:acme-lint"],
    ]);
  });

  it("produces modules and nested modules by their path", () => {
    const { artifacts } = extract({
      "go.mod": TYPICAL,
      "api/go.mod": "// Deprecated: use v3.\nmodule github.com/acme/app/api/v2\n",
    });
    expect(artifacts).toEqual([
      {
        ecosystem: "golang",
        artifactType: "go_module",
        name: "github.com/acme/app/api/v2",
        version: null,
        registryUrl: null,
        sourceFile: "api/go.mod",
        sourceLine: 2,
        announces: ["go_module:github.com/acme/app/api/v2"],
        evidence: { class: "manifest", rule: "golang.module" },
      },
      expect.objectContaining({ name: "github.com/acme/app", sourceFile: "go.mod", sourceLine: 1 }),
    ]);
  });

  it("produces nothing for an empty go.mod", () => {
    expect(extract({ "go.mod": "" })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });
});

describe("golang: problems", () => {
  it.each([
    ["an unclosed block", "module acme.example/app\nrequire (\n\tacme.example/log v1.0.0\n", 2],
    ["an extra parenthesis", "module acme.example/app\n)\n", 2],
    ["an unterminated string", 'module acme.example/app\nrequire "acme.example/log v1.0.0\n', 2],
    ["a require without version", "module acme.example/app\n\nrequire acme.example/log\n", 3],
    ["a replace without arrow", "replace acme.example/log v1.0.0 acme.example/fork v1.0.0\n", 1],
    ["a replace by a module without version", "replace acme.example/log => acme.example/fork\n", 1],
    ["a replace whose target folder carries a version", "replace acme.example/log => ./log v1.0.0\n", 1],
    ["a merge conflict", "module acme.example/app\n<<<<<<< HEAD\n", 2],
    ["a merge conflict in a block", "require (\n<<<<<<< HEAD\n)\n", 2],
    ["an overlong path", `module acme.example/${"x/".repeat(600)}y\n`, 1],
    ["a template's placeholder", "module {{ .Module }}\n", 1],
    ["no module", "require acme.example/log v1.0.0\n", 1],
    ["two modules", "module acme.example/app\nmodule acme.example/other\n", 2],
  ])("reports the file and line of %s", (_, goMod, line) => {
    const { declarations, artifacts, problems } = extract({ "go.mod": goMod });
    expect(problems).toEqual([
      expect.objectContaining({ file: "go.mod", line, code: "invalid_syntax" }) as unknown,
    ]);
    expect([...declarations, ...artifacts]).toEqual([]);
  });
});
