import { describe, expect, it } from "vitest";
import { extractFiles } from "../../extract-files.ts";
import { references } from "../../references/index.ts";
import { composer } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [composer]);

const declared = (text: string): string[] =>
  extract({ "composer.json": text }).declarations.map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

const TYPICAL = `{
  "name": "acme/shop",
  "require": {
    "php": ">=8.2", "ext-json": "*", "lib-curl": "*", "composer-runtime-api": "^2",
    "acme/kit": "^2.1",
    "acme/auth": "dev-main as 1.0"
  },
  "require-dev": {
    "acme/kit": "2.1.3"
  },
  "suggest": { "acme/extra": "for more" }, "replace": { "acme/old": "*" }, "conflict": { "acme/bad": "*" },
  "repositories": [{ "type": "vcs", "url": "git@github.com:Acme/Kit.git" }, { "packagist.org": false }]
}
`;
const TYPICAL_DECLARED = [
  "5 composer.require acme/kit ^2.1",
  "6 composer.require acme/auth dev-main as 1.0",
  "9 composer.require_dev acme/kit 2.1.3",
];

describe("composer declarations", () => {
  it("are what is required, each on its line, and not the platform", () => {
    expect(declared(TYPICAL)).toEqual(TYPICAL_DECLARED);
  });

  it("are right with a byte-order mark and CRLF, and not what a comment says", () => {
    expect(declared(`\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}// { "require": { "a/b": "1" } }`)).toEqual(
      TYPICAL_DECLARED,
    );
  });

  it("look up the package, then a vcs repository of that name", () => {
    expect(extract({ "composer.json": TYPICAL }).declarations[0]).toEqual({
      ecosystem: "composer",
      dependencyType: "composer_package",
      sourceFile: "composer.json",
      sourceLine: 5,
      rawReference: "acme/kit ^2.1",
      artifact: "acme/kit",
      versionConstraint: "^2.1",
      versioning: "composer",
      unbound: null,
      versionComment: null,
      lookups: ["composer_package:acme/kit", "git:github.com/acme/kit"],
      evidence: { class: "manifest", rule: "composer.require" },
    });
  });

  it("bind self.version to the version of the file, if it has one", () => {
    const text = (version: string): string => `{${version} "require": { "acme/kit": "self.version" }}`;
    const bound = (version: string) =>
      extract({ "composer.json": text(version) }).declarations.map(({ versionConstraint, unbound }) => [
        versionConstraint,
        unbound,
      ]);
    expect(bound("")).toEqual([["self.version", "self.version"]]);
    expect(bound('"version": "1.2", ')).toEqual([["1.2", null]]);
  });

  it("are none for the repository's own packages, but for those that only its tests call so", () => {
    const files = {
      "composer.json": '{"require": {"Acme/Core": "1", "acme/fake": "1"}}',
      "packages/core/composer.json": '{"name": "acme/core"}',
      "tests/fixtures/composer.json": '{"name": "acme/fake", "require": {"acme/fake": "1"}}',
    };
    const { declarations, artifacts } = extract(files);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["acme/fake"]);
    expect(artifacts.map(({ name }) => name)).toEqual(["acme/core"]);
  });

  it("declare a package of a `vcs` repository once; a repository that no package is called like stays", () => {
    const text = `{
  "repositories": [
    { "type": "vcs", "url": "https://github.com/acme/kit" },
    { "type": "vcs", "url": "https://github.com/acme/other" }
  ],
  "require": {
    "acme/Kit": "^2.1"
  }
}`;
    const { declarations } = extractFiles({ "composer.json": text }, [composer, references]);
    expect(declarations.map(({ sourceLine, artifact }) => `${sourceLine} ${artifact}`)).toEqual([
      "7 acme/Kit",
      "4 github.com/acme/other",
    ]);
  });
});

it("composer artifacts are named by the manifest, and announced without case", () => {
  expect(extract({ "composer.json": '{\n"name": "Acme/Kit", "version": "1.0"}' }).artifacts).toEqual([
    {
      ecosystem: "composer",
      artifactType: "composer_package",
      name: "Acme/Kit",
      version: "1.0",
      registryUrl: null,
      sourceFile: "composer.json",
      sourceLine: 2,
      announces: ["composer_package:acme/kit"],
      evidence: { class: "manifest", rule: "composer.name" },
    },
  ]);
});

describe("composer problems", () => {
  it.each([
    ["", 1],
    ["[]", 1],
    ['{\n"require": [1]}', 2],
    ['{"require": {\n"kit": "1"}}', 2],
    ['{"require": {\n"a/kit": {}}}', 2],
    ["{\n<<<<<<< HEAD\n}", 2],
  ])("tell the line of what is wrong with %j", (text, line) => {
    const { declarations, problems } = extract({ "composer.json": text });
    expect(problems.map((each) => [each.line, each.code])).toEqual([[line, "invalid_syntax"]]);
    expect(declarations).toEqual([]);
  });

  it("are none of an empty map written as PHP does", () => {
    expect(extract({ "composer.json": '{"require": [], "require-dev": []}' }).problems).toEqual([]);
  });
});
