import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "..");
const READ = /\b(?:env|environment)\["([A-Z][A-Z\d_]+)"\]|\bvariable\("([A-Z][A-Z\d_]+)"/gu;

/** Those of the server are in packages/functions/src/compose/variables.test.ts. */
it.each([
  ["docs/command-line.md", "packages/cli/{bin,src}/**/*.{js,ts}", 8],
  ["docs/deploy.md", "infra/{*,deploy/*}.ts", 10],
])("%s has a row for every environment variable that %s reads", (document, sources, atLeast) => {
  const rows = readFileSync(join(ROOT, document), "utf8").match(/^\|.*\|$/gmu) ?? [];
  const documented = new Set(rows.flatMap((row) => row.split("|")[1]?.match(/[A-Z][A-Z\d_]+/gu) ?? []));
  const read = globSync(sources, { cwd: ROOT })
    .filter((file) => !/\.test\.ts$|\/testing\//u.test(file))
    .flatMap((file) => [...readFileSync(join(ROOT, file), "utf8").matchAll(READ)])
    .map(([, name, wanted]) => name ?? wanted ?? "");
  expect(new Set(read).size).toBeGreaterThanOrEqual(atLeast);
  expect(read.filter((name) => !documented.has(name))).toEqual([]);
});
