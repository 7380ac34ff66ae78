import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { ECOSYSTEMS } from "../packages/extract/src/registry.ts";

const ROOT = resolve(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const ids = ECOSYSTEMS.map(({ id }) => id).filter((id) => id !== "references");

it("README.md lists every ecosystem", () => {
  const readme = read("README.md");
  const missing = ids.filter(
    (id) => !readme.includes(`| [${id}](packages/extract/src/ecosystems/${id}/README.md) |`),
  );
  expect(missing, 'Add a row to the table "Supported ecosystems" in README.md').toEqual([]);
});

it("CHANGELOG.md counts the ecosystems", () => {
  const [, count] = /^- (\d+) ecosystems: /mu.exec(read("CHANGELOG.md")) ?? [];
  expect(Number(count), "The number of ecosystems in CHANGELOG.md").toBe(ids.length);
});
