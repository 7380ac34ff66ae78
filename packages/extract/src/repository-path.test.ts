import { describe, expect, it } from "vitest";
import {
  extensionOf,
  isFixture,
  isNestedCi,
  isRendered,
  isTestInput,
  isUnrunCi,
  isWithinRepository,
} from "./repository-path.ts";

describe("isTestInput", () => {
  it.each([
    "test/a.tf",
    "src/tests/a.tf",
    "testdata/a",
    "test-data/x/a",
    "test_files/x/a",
    "fixtures/a",
    "test-fixtures/a",
    "test_fixtures/a",
    "test_data/a",
    "__tests__/a.ts",
    "__test__/a.ts",
    "x/__fixtures__/a",
    "test-cases/a",
    "src/testResources/a",
    "src/test-resources/a",
    "testresources/a",
    "src/testData/a",
  ])("%s", (path) => {
    expect(isTestInput(path)).toBe(true);
  });

  it.each([
    "test",
    "a/fixtures",
    "latest/a",
    "packages/test-kit/a",
    "contest/a",
    "testing.go",
    "testResources",
  ])("not %s", (path) => {
    expect(isTestInput(path)).toBe(false);
  });
});

describe("isFixture", () => {
  it.each([
    "testdata/a.yaml",
    "src/__fixtures__/.github/workflows/a.yml",
    "test/Fixtures/a",
    "a/golden/b.yaml",
    "a/deployment.golden.yaml",
    "a/out.golden",
    "x/__snapshots__/a.yaml",
  ])("%s", (path) => {
    expect([isFixture(path), isTestInput(path)]).toEqual([true, true]);
  });

  it.each([
    ".github/workflows/x_golden.yml",
    "tests/package.json",
    "tests/setup/main.tf",
    "golden.yaml",
    "goldenimage/Dockerfile",
    "fixtures",
  ])("not %s", (path) => {
    expect(isFixture(path)).toBe(false);
  });
});

describe("isRendered", () => {
  it.each([
    "a/golden/b.yaml",
    "a/deployment.golden.yaml",
    "out.golden",
    "testdata/golden/a",
    "x/__snapshots__/a.yaml",
  ])("%s", (path) => {
    expect([isRendered(path), isFixture(path)]).toEqual([true, true]);
  });

  it.each(["testdata/a.yaml", "src/__fixtures__/a.yml", "golden.yaml", "tests/package.json"])(
    "not %s",
    (path) => {
      expect(isRendered(path)).toBe(false);
    },
  );
});

describe("isNestedCi", () => {
  it.each([
    "app/.circleci/config.yml",
    "test-app/.github/workflows/ci.yml",
    "examples/a/.github/workflows/ci.yml",
    "a/test/template/.github/workflows/ci.yml",
    "template/fixtures/.circleci/config.yml",
  ])("never runs: %s", (path) => {
    expect([isNestedCi(path), isUnrunCi(path)]).toEqual([true, true]);
  });

  it.each([
    "template/.github/workflows/ci.yml",
    "a/Service-Templates/go/.circleci/config.yml",
    "skeleton/.github/workflows/ci.yml",
    "{{cookiecutter.name}}/.github/workflows/ci.yml",
  ])("runs in repositories created from a template: %s", (path) => {
    expect([isNestedCi(path), isUnrunCi(path)]).toEqual([true, false]);
  });

  it.each([".circleci/config.yml", ".github/workflows/template.yml", "github/workflows/a.yml"])(
    "not %s",
    (path) => {
      expect([isNestedCi(path), isUnrunCi(path)]).toEqual([false, false]);
    },
  );
});

describe("isWithinRepository", () => {
  it.each([
    ["a.toml", "x", true],
    ["a.toml", ".", true],
    ["a.toml", "../x", false],
    ["a/b.toml", "../x", true],
    ["a/b.toml", "..", true],
    ["a/b.toml", "../../x", false],
    ["a/b.toml", "../../a/x", false],
    ["a/b.toml", "..\\x", true],
    ["a.toml", "/x", false],
    ["a.toml", "~/x", false],
    ["a.toml", "C:\\x", false],
  ])("%s, %s: %s", (file, target, expected) => {
    expect(isWithinRepository(file, target)).toBe(expected);
  });
});

describe("extensionOf", () => {
  it("returns the end of the name in lower case, and nothing without a period", () => {
    const paths = ["a/b.TF", ".npmrc", "a.b/Makefile", "a.tar.gz", "a."];
    expect(paths.map(extensionOf)).toEqual(["tf", "npmrc", "", "gz", ""]);
  });
});
