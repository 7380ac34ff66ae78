import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { callTool, startMcp } from "@knockon/cli/testing/mcp-client";
import { findContext, findExcuse } from "./block-table.ts";
import { BLOCKS, COMMAND_BLOCKS, patternOf, stepsOf, type Block } from "./blocks.ts";
import { openSandbox, type Page, type Sandbox } from "./sandbox.ts";

/** `KNOCKON_RELEASE=all` runs the blocks of all documents. Otherwise those run that a new user sees first. */
const isDeep = process.env["KNOCKON_RELEASE"] === "all";
const FIRST = new Set(["README.md", "docs/quickstart.md", "docs/checks.md"]);
const executed = COMMAND_BLOCKS.filter(
  (block) => findExcuse(block) === undefined && (isDeep || FIRST.has(block.file)),
);

let sandbox: Sandbox | undefined;
beforeAll(async () => {
  sandbox = await openSandbox(inject("templateUrl"));
}, 300_000);
afterAll(async () => {
  await sandbox?.close();
  const excuses = Map.groupBy(COMMAND_BLOCKS, findExcuse);
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
const toolCalls = BLOCKS.flatMap(({ before, text }): [tool: string, input: string, shown: string][] => {
  const [, tool, input] = TOOL_CALL.exec(before) ?? [];
  return tool === undefined || input === undefined ? [] : [[tool, input, text]];
});

it.each(isDeep ? toolCalls : toolCalls.slice(0, 1))(
  "%s answers %s as docs/mcp.md shows",
  async (tool, input, shown) => {
    const client = await startMcp(["--in", sandbox?.report ?? ""]);
    const { text } = await callTool(client, tool, JSON.parse(input) as Record<string, unknown>);
    await client.close();
    // Only the first example shows the last line, which has the time of the scan.
    const withoutTime = (answer: string) => answer.replaceAll(/^Graph: scanned .*\n?/gmu, "").trimEnd();
    expect(`${withoutTime(text)}\n`).toMatch(patternOf(`${withoutTime(shown)}\n`));
  },
);

it("shows an answer of each tool for agents", () => {
  expect(toolCalls.map(([tool]) => tool)).toHaveLength(5);
});
