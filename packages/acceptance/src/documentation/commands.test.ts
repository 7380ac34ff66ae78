import { globSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { callTool, startMcp } from "@knockon/cli/testing/mcp-client";
import { parseConfig } from "@knockon/graph/interface/check-config";
import { parseAllDocuments } from "yaml";
import { findContext, findExcuse, findStaleRows } from "./block-table.ts";
import { DOCUMENTS, ROOT, patternOf, readBlocks, readDocument, stepsOf, type Block } from "./blocks.ts";
import { openSandbox, type Page, type Sandbox } from "./sandbox.ts";

/** Messages of npm and of the sign-in library. */
const FROM_LIBRARIES = new Set(["npm error 404 … knockon", "Invalid origin"]);

const blocks = DOCUMENTS.flatMap(readBlocks);
const withCommands = blocks.filter(({ language }) => ["sh", "console", "bash", "shell"].includes(language));
const executed = withCommands.filter((block) => findExcuse(block) === undefined);

let sandbox: Sandbox | undefined;
beforeAll(async () => {
  sandbox = await openSandbox(inject("templateUrl"));
}, 180_000);
afterAll(async () => {
  await sandbox?.close();
  const excuses = Map.groupBy(withCommands, findExcuse);
  const steps = executed.flatMap(stepsOf).length;
  process.stdout.write(`\nDocumentation: ${executed.length} blocks ran, with ${steps} steps.\n`);
  for (const [reason, excused] of excuses)
    if (reason !== undefined) process.stdout.write(`${excused.length} did not run. ${reason}\n`);
});

function openPage(): Promise<Page> {
  if (!sandbox) throw new Error("Pages open after the sandbox.");
  return sandbox.open();
}

describe.each(Object.entries(Object.groupBy(executed, ({ file }) => file)))("%s", (_file, own = []) => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage();
  });

  it.each(own.map((block): [line: number, Block] => [block.line, block]))(
    "has commands that work as shown in line %i",
    { timeout: 120_000 },
    async (_line, block) => {
      const { folder = "organization", exitCode = 0 } = findContext(block);
      for (const { command, shown } of stepsOf(block)) {
        const ran = await page.run(command, folder);
        expect({ command, ...ran }).toMatchObject({ command, exitCode });
        expect(ran.stdout).toMatch(patternOf(shown));
      }
    },
  );
});

const TOOL_CALL = /^\*\*(\w+)\*\* `(\{.+\})`$/u;
const toolCalls = blocks.flatMap(({ before, text }): [tool: string, input: string, shown: string][] => {
  const [, tool, input] = TOOL_CALL.exec(before) ?? [];
  return tool === undefined || input === undefined ? [] : [[tool, input, text]];
});

it.each(toolCalls)("%s answers %s as docs/mcp.md shows", async (tool, input, shown) => {
  const client = await startMcp(["--in", sandbox?.report ?? ""]);
  const { text } = await callTool(client, tool, JSON.parse(input) as Record<string, unknown>);
  await client.close();
  // Only the first example shows the last line, which has the time of the scan.
  const withoutTime = (answer: string) => answer.replaceAll(/^Graph: scanned .*\n?/gmu, "").trimEnd();
  expect(`${withoutTime(text)}\n`).toMatch(patternOf(`${withoutTime(shown)}\n`));
});

describe("the documentation", () => {
  it("shows an answer of each tool for agents", () => {
    expect(toolCalls.map(([tool]) => tool)).toHaveLength(5);
  });

  it("has no excuse or context for blocks that do not exist", () => {
    expect(findStaleRows(withCommands)).toEqual([]);
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
    const sources = globSync("packages/*/src/**/*.ts", { cwd: ROOT })
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
    const json = blocks.filter(({ language }) => language === "json");
    const yaml = blocks.filter(({ language }) => language === "yaml");
    expect([json.length, yaml.length].every((count) => count >= 4)).toBe(true);
    for (const { text } of json) expect(JSON.parse(text)).toBeTypeOf("object");
    for (const { text } of yaml)
      expect(parseAllDocuments(text).flatMap((document) => document.errors)).toEqual([]);
  });

  it("has settings of a check that a check accepts", () => {
    const settings = blocks.filter(({ text, language }) => language === "yaml" && /^max_age:/mu.test(text));
    expect(settings).toHaveLength(1);
    for (const { text } of settings)
      expect(parseConfig(text, ".knockon.yml")).toMatchObject({ failOn: "merge" });
  });
});
