import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
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

describe("composer: declarations", () => {
  it("declares each required package on its line, except platform packages", () => {
    expect(declared(TYPICAL)).toEqual(TYPICAL_DECLARED);
  });

  it("accepts a byte-order mark and CRLF, and ignores comments", () => {
    expect(declared(`\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}// { "require": { "a/b": "1" } }`)).toEqual(
      TYPICAL_DECLARED,
    );
  });

  it("looks up the package, then a vcs repository of that name", () => {
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
      role: "runtime",
      scope: "composer_package:acme/shop",
      locked: null,
    });
  });

  it("binds self.version to the manifest's version", () => {
    const text = (version: string): string => `{${version} "require": { "acme/kit": "self.version" }}`;
    const bound = (version: string) =>
      extract({ "composer.json": text(version) }).declarations.map(({ versionConstraint, unbound }) => [
        versionConstraint,
        unbound,
      ]);
    expect(bound("")).toEqual([["self.version", "self.version"]]);
    expect(bound('"version": "1.2", ')).toEqual([["1.2", null]]);
  });

  it("ignores the repository's own packages, but not for packages that only test folders define", () => {
    const files = {
      "composer.json": '{"require": {"Acme/Core": "1", "acme/fake": "1"}}',
      "packages/core/composer.json": '{"name": "acme/core"}',
      "tests/fixtures/composer.json": '{"name": "acme/fake", "require": {"acme/fake": "1"}}',
    };
    const { declarations, artifacts } = extract(files);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["acme/fake"]);
    expect(artifacts.map(({ name }) => name)).toEqual(["acme/core"]);
  });

  it("declares a package of a vcs repository once, and other vcs repositories as references", () => {
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

it("composer: names an artifact as in the manifest and announces it in lower case", () => {
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

describe("composer: problems", () => {
  it.each([
    ["", 1],
    ["[]", 1],
    ['{\n"require": [1]}', 2],
    ['{"require": {\n"kit": "1"}}', 2],
    ['{"require": {\n"a/kit": {}}}', 2],
    ["{\n<<<<<<< HEAD\n}", 2],
  ])("reports the line of the problem in %j", (text, line) => {
    const { declarations, problems } = extract({ "composer.json": text });
    expect(problems.map((each) => [each.line, each.code])).toEqual([[line, "invalid_syntax"]]);
    expect(declarations).toEqual([]);
  });

  it("accepts an empty object written as [] by PHP", () => {
    expect(extract({ "composer.json": '{"require": [], "require-dev": []}' }).problems).toEqual([]);
  });
});
