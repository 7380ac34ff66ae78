import { globSync } from "node:fs";
import { parseConfig } from "@knockon/graph/interface/check-config";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { findStaleRows } from "./block-table.ts";
import { BLOCKS, COMMAND_BLOCKS, DOCUMENTS, readDocument, ROOT } from "./blocks.ts";

/** Messages of npm, Postgres and of the sign-in library. */
const FROM_LIBRARIES = new Set([
  "npm error 404 … knockon",
  "Invalid origin",
  "permission denied to set role",
]);

describe("the documentation", () => {
  it("has no excuse or context for blocks that do not exist", () => {
    expect(findStaleRows(COMMAND_BLOCKS)).toEqual([]);
  });

  it("names scripts that exist", () => {
    const { scripts } = JSON.parse(readDocument("package.json")) as { scripts: Record<string, string> };
    const named = DOCUMENTS.flatMap((file) =>
      [...readDocument(file).matchAll(/\bnpm run ([\w:-]*\w)/gu)].map(([, name = ""]) => name),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("quotes error messages and codes that exist", () => {
    const sources = globSync(["packages/*/src/**/*.ts", "packages/cli/bin/*.js"], { cwd: ROOT })
      .filter((file) => !file.includes(".test.ts"))
      .map(readDocument)
      .join("\n");
    const quoted = [...readDocument("docs/troubleshooting.md").matchAll(/^\| (`.+?) \|/gmu)]
      .flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, text = ""]) => text))
      .filter((text) => !FROM_LIBRARIES.has(text));
    expect(quoted.length).toBeGreaterThan(50);
    const unknown = quoted.filter((text) => text.split("…").some((piece) => !sources.includes(piece.trim())));
    expect(unknown).toEqual([]);
  });

  it("has JSON and YAML that parse", () => {
    const json = BLOCKS.filter(({ language }) => language === "json");
    const yaml = BLOCKS.filter(({ language }) => language === "yaml");
    expect([json.length, yaml.length].every((count) => count >= 4)).toBe(true);
    for (const { text } of json) expect(JSON.parse(text)).toBeTypeOf("object");
    for (const { text } of yaml)
      expect(parseAllDocuments(text).flatMap((document) => document.errors)).toEqual([]);
  });

  it("has settings of a check that a check accepts", () => {
    const settings = BLOCKS.filter(({ text, language }) => language === "yaml" && /^max_age:/mu.test(text));
    expect(settings).toHaveLength(1);
    for (const { text } of settings)
      expect(parseConfig(text, ".knockon.yml")).toMatchObject({ failOn: "merge" });
  });
});
