import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { ECOSYSTEMS } from "../packages/extract/src/registry.ts";

const ROOT = resolve(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const ids = ECOSYSTEMS.map(({ id }) => id).filter((id) => id !== "references");

it("docs/ecosystems.md lists every ecosystem", () => {
  const page = read("docs/ecosystems.md");
  const missing = ids.filter(
    (id) => !page.includes(`| [${id}](../packages/extract/src/ecosystems/${id}/README.md) |`),
  );
  expect(missing, "Add a row to the table in docs/ecosystems.md").toEqual([]);
});

it.each(["CHANGELOG.md", "README.md"])("%s counts the ecosystems", (file) => {
  const [, count] = /\b(\d+) ecosystems\b/u.exec(read(file)) ?? [];
  expect(Number(count), `The number of ecosystems in ${file}`).toBe(ids.length);
});
