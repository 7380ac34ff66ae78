import { describe, expect, it } from "vitest";
import { isTestInput } from "./test-input.ts";

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
