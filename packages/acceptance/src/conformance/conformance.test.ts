import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CONFORMANCE_FILE, DOCUMENTS } from "./documents.ts";
import { presentConformance } from "./present.ts";
import { type Row, testsOf } from "./row.ts";
import { titlePatterns } from "./test-titles.ts";

const PACKAGES = join(import.meta.dirname, "../../..");

async function findPatterns(file: string): Promise<RegExp[]> {
  if (!file.endsWith(".test.ts")) return [];
  return titlePatterns(await readFile(join(PACKAGES, file), "utf8").catch(() => ""));
}

async function exists(test: string): Promise<boolean> {
  const [file = "", ...titles] = test.split(" > ");
  return (await findPatterns(file)).some((pattern) => pattern.test(titles.join(" > ")));
}

const isReasonless = (row: Row): boolean => "notAssertable" in row && row.notAssertable === "";

describe.each(Object.entries(DOCUMENTS))("every sentence of %s", (_name, parts) => {
  const rows = parts.flatMap((part) => part.rows);

  it("is held by tests that exist, or has a reason why not", async () => {
    const missing: string[] = rows.filter(isReasonless).map(({ says }) => says);
    for (const test of new Set(rows.flatMap(testsOf))) if (!(await exists(test))) missing.push(test);
    expect(missing).toEqual([]);
  });

  it("stands there once", () => {
    const sentences = parts.flatMap(({ title, rows: ofPart }) =>
      ofPart.map(({ says }) => `${title}: ${says}`),
    );
    expect(sentences.filter((one, index) => sentences.indexOf(one) !== index)).toEqual([]);
  });
});

it("docs/conformance.md is what `npm run conformance` writes", async () => {
  expect(await readFile(CONFORMANCE_FILE, "utf8")).toBe(presentConformance(DOCUMENTS));
});

it("a test is found by its titles, from the outside in, whatever is computed in them", () => {
  const source = `describe("GET /graph", () => {
  it("is \\"whole\\"", () => {});
  it.each([
    ["a", 1],
  ])("has %s of $name", () => {});
});
it(
  \`lets \${LIMIT} through\`,
  () => {},
);
`;
  const found = (title: string): boolean => titlePatterns(source).some((pattern) => pattern.test(title));
  expect(
    ['GET /graph > is "whole"', "GET /graph > has a of b", "lets 60 through", "GET /graph"].filter(found),
  ).toHaveLength(4);
  expect(['is "whole"', "GET /graph > lets 60 through", "GET /graph > has", "lets 60"].filter(found)).toEqual(
    [],
  );
});
