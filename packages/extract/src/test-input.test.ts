import { describe, expect, it } from "vitest";
import { isFixture, isRendered, isTestInput } from "./test-input.ts";

describe("isTestInput", () => {
  it.each([
    "test/a.tf",
    "src/tests/a.tf",
    "testdata/a",
    "test-data/x/a",
    "fixtures/a",
    "test-fixtures/a",
    "__tests__/a.ts",
    "__test__/a.ts",
    "x/__fixtures__/a",
    "test-cases/a",
  ])("%s", (path) => {
    expect(isTestInput(path)).toBe(true);
  });

  it.each(["test", "a/fixtures", "latest/a", "packages/test-kit/a", "contest/a", "testing.go"])(
    "not %s",
    (path) => {
      expect(isTestInput(path)).toBe(false);
    },
  );
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
