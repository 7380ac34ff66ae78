import { expect, it } from "vitest";
import { isWithinRepository } from "./within-repository.ts";

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
])("from %s, %s is within the repository: %s", (file, target, expected) => {
  expect(isWithinRepository(file, target)).toBe(expected);
});
