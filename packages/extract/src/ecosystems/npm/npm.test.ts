import { describe, expect, it } from "vitest";
import type { Declaration, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { npm } from "./index.ts";

const extract = (files: Record<string, string>): LinkResult => extractFiles(files, [npm]);

const summary = (each: Declaration) => `${each.sourceLine} ${each.evidence.rule} ${each.rawReference}`;

const MANIFEST = `{
  "name": "@acme/shop",
  "version": "2.1.0",
  "engines": { "node": ">=22" },
  "volta": { "node": "22.1.0" },
  "packageManager": "pnpm@9.1.0+sha512.0a1b2c",
  "publishConfig": { "registry": "https://npm.acme.io" },
  "dependencies": {
    "@acme/ui": "^3.0.0",
    "left-pad": "1.3.0"
  },
  "devDependencies": {
    "react": "*"
  },
  "peerDependencies": {
    "react": ">=18"
  },
  "peerDependenciesMeta": { "react": { "optional": true } },
  "optionalDependencies": {
    "fsevents": "latest"
  },
  "bundleDependencies": ["left-pad"]
}
`;

describe("npm: package.json", () => {
  it("declares every entry of every group with its line, also if a package is in several groups", () => {
    const { declarations, problems } = extract({ "package.json": MANIFEST });
    expect(declarations.map(summary)).toEqual([
      "9 npm.dependencies @acme/ui@^3.0.0",
      "10 npm.dependencies left-pad@1.3.0",
      "13 npm.dev_dependencies react@*",
      "16 npm.peer_dependencies react@>=18",
      "20 npm.optional_dependencies fsevents@latest",
      "6 npm.package_manager pnpm@9.1.0+sha512.0a1b2c",
    ]);
    expect(problems).toEqual([]);
  });

  it("fills in every field of a declaration", () => {
    expect(extract({ "apps/web/package.json": MANIFEST }).declarations[0]).toEqual({
      ecosystem: "npm",
      dependencyType: "npm_package",
      sourceFile: "apps/web/package.json",
      sourceLine: 9,
      rawReference: "@acme/ui@^3.0.0",
      artifact: "@acme/ui",
      versionConstraint: "^3.0.0",
      versioning: "npm",
      unbound: null,
      versionComment: null,
      lookups: ["npm_package:@acme/ui"],
      evidence: { class: "manifest", rule: "npm.dependencies" },
      arguments: [
        { kind: "engine", name: "node 22.1.0", file: "apps/web/package.json", line: 5 },
        { kind: "engine", name: "node >=22", file: "apps/web/package.json", line: 4 },
      ],
      role: "runtime",
      scope: "npm_package:@acme/shop",
      locked: null,
    });
  });

  it.each([
    "^1",
    "*",
    "",
    "latest",
    "next",
    ">=1 <2",
    "1.x || >=2.5.0",
    "1.2.3 - 2.3.4",
    "v1.0",
    "=1.0.0",
    "~1",
  ])("keeps the constraint %j as written", (constraint) => {
    const { declarations } = extract({ "package.json": JSON.stringify({ dependencies: { a: constraint } }) });
    expect(declarations).toMatchObject([
      { rawReference: `a@${constraint}`, versionConstraint: constraint, versioning: "npm" },
    ]);
  });

  it("declares a package on several lines several times", () => {
    const text = '{"dependencies": {\n"a": "^1",\n"a": "^2"\n}, "devDependencies": {\n"a": "^1"}}';
    expect(extract({ "package.json": text }).declarations.map(summary)).toEqual([
      "2 npm.dependencies a@^1",
      "3 npm.dependencies a@^2",
      "5 npm.dev_dependencies a@^1",
    ]);
  });

  it("ignores comments", () => {
    const text = `{
      // "dependencies": { "a": "1" },
      "dependencies": {
        "//": "b@1 is needed until c is gone",
        "// d": "1", /* "e": "1", */
        "f": "1",
      }
    }`;
    const { declarations, problems } = extract({ "package.json": text });
    expect(declarations.map(summary)).toEqual(["6 npm.dependencies f@1"]);
    expect(problems).toEqual([]);
  });

  it("accepts a byte-order mark and CRLF", () => {
    const crlf = `\uFEFF${MANIFEST.replaceAll("\n", "\r\n")}`;
    expect(extract({ "package.json": crlf })).toEqual(extract({ "package.json": MANIFEST }));
  });

  it("finds nothing in a manifest that only sets a module type", () => {
    expect(extract({ "dist/esm/package.json": '{"type": "module"}' })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("ignores files with other names", () => {
    expect(extract({ "my-package.json": MANIFEST, "package.json/x": MANIFEST }).declarations).toEqual([]);
  });
});

describe("npm: invalid files", () => {
  it.each([
    ["an empty file", "package.json", "", 1],
    ["broken JSON", "package.json", '{\n  "dependencies": {\n    "a" "1"\n  }\n}', 3],
    ["a template", "package.json", '{\n  "dependencies": {\n    {{#each deps}}\n  }\n}', 3],
    ["a JavaScript template", "package.json", '{\n  <% if (x) { %>\n  "name": "a"\n}', 2],
    ["a list", "package.json", '\n["a"]', 2],
    ["a string instead of a map", "pnpm-workspace.yaml", "# packages\njust text\n", 2],
    ["broken YAML", "pnpm-workspace.yaml", "catalog:\n  a: [1\n", 3],
    ["broken yarn configuration", ".yarnrc.yml", "catalog:\n  a: '1\n", 3],
  ])("reports the line of %s", (_, path, text, line) => {
    const { declarations, problems } = extract({ [path]: text });
    expect(declarations).toEqual([]);
    expect(problems).toMatchObject([{ file: path, line, code: "invalid_syntax" }]);
  });

  it.each([
    ["a version that is a map", '{"dependencies": {\n"a": {"version": "1"},\n"b": "1"}}', 2],
    ["a name with a placeholder", '{"dependencies": {\n"{{ name }}": "1",\n"b": "1"}}', 2],
    ["a group that is a list", '{"devDependencies":\n["a"],\n"dependencies": {"b": "1"}}', 2],
    ["a package manager without version", '{\n"packageManager": "yarn",\n"dependencies": {"b": "1"}}', 2],
  ])("reports %s and declares the file's other entries", (_, text, line) => {
    const { declarations, problems } = extract({ "package.json": text });
    expect(declarations.map((each) => each.rawReference)).toEqual(["b@1"]);
    expect(problems).toMatchObject([{ file: "package.json", line, code: "invalid_syntax" }]);
  });

  it.each([
    ["pnpm-workspace.yaml", ""],
    ["pnpm-workspace.yaml", "# nothing yet\n"],
    [".yarnrc.yml", "\n"],
    ["package.json", '{"dependencies": [], "devDependencies": null, "catalog": "spring"}'],
  ])("finds nothing in an empty %s: %j", (path, text) => {
    expect(extract({ [path]: text })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("marks a version with a placeholder as unbound", () => {
    const versions = ["{{ version }}", "^<%= version %>", "${VERSION}"];
    for (const version of versions) {
      const { declarations } = extract({ "package.json": JSON.stringify({ dependencies: { a: version } }) });
      expect(declarations).toMatchObject([
        { artifact: "a", versionConstraint: version, unbound: version, lookups: ["npm_package:a"] },
      ]);
    }
  });
});

describe("npm: artifacts", () => {
  it("announces a package by name, with version and registry", () => {
    expect(extract({ "package.json": MANIFEST }).artifacts).toEqual([
      {
        ecosystem: "npm",
        artifactType: "npm_package",
        name: "@acme/shop",
        version: "2.1.0",
        registryUrl: "https://npm.acme.io",
        sourceFile: "package.json",
        sourceLine: 2,
        announces: ["npm_package:@acme/shop"],
        evidence: { class: "manifest", rule: "npm.name" },
      },
    ]);
  });

  it.each([
    ["0.0.0-development", "0.0.0-development"],
    [undefined, null],
  ])("keeps the version %j as written", (version, expected) => {
    const { artifacts } = extract({ "package.json": JSON.stringify({ name: "a", version }) });
    expect(artifacts).toMatchObject([{ name: "a", version: expected, registryUrl: null }]);
  });

  it.each([
    ["a private package", { "package.json": '{"name": "a", "private": true}' }],
    [
      "a package that requires a later one of its name",
      { "a/package.json": '{"name": "a", "version": "1.0.0", "devDependencies": {"a": "^15.1.0"}}' },
    ],
    ["a package without name", { "package.json": '{"version": "1.0.0"}' }],
    ["a name with a placeholder", { "package.json": '{"name": "{{ name }}"}' }],
    ["a fixture", { "src/fixtures/x/package.json": '{"name": "a"}' }],
    ["a Jest fixture", { "__fixtures__/package.json": '{"name": "a"}' }],
    ["test data", { "testdata/package.json": '{"name": "a"}' }],
    ["a package in a test folder", { "packages/a/test/package.json": '{"name": "a"}' }],
  ])("announces nothing for %s", (_, files) => {
    expect(extract(files).artifacts).toEqual([]);
  });

  it.each(["4.1.0", "0.0.0-development"])(
    "announces a package %s that builds itself with a release",
    (version) => {
      const manifest = JSON.stringify({ name: "a", version, devDependencies: { a: "^4.0.0" } });
      expect(extract({ "package.json": manifest }).artifacts).toHaveLength(1);
    },
  );

  it("announces a package in a folder whose name only contains such a word", () => {
    expect(extract({ "packages/test-kit/package.json": '{"name": "a"}' }).artifacts).toHaveLength(1);
  });

  it("declares the dependencies of a fixture", () => {
    const files = { "fixtures/package.json": '{"dependencies": {"a": "^1"}}' };
    expect(extract(files).declarations.map(summary)).toEqual(["1 npm.dependencies a@^1"]);
  });
});
