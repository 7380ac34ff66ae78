import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { builtCommand } from "./built-command.ts";
import { TEST_CACHE } from "./run-knockon.ts";

/** The current revision of the protocol, negotiated or not, and the one before. */
export const REVISIONS = [
  ["2026-07-28", { pin: "2026-07-28" }],
  ["2025-11-25", "legacy"],
] as const;

export type Revision = (typeof REVISIONS)[number][1];

/** Starts `knockon mcp` and connects the official client to it. Close the client after use. */
export async function startMcp(
  args: readonly string[],
  {
    mode = REVISIONS[0][1],
    environment = {},
  }: { mode?: Revision; environment?: Record<string, string> } = {},
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [await builtCommand(), "mcp", ...args],
      env: { ...TEST_CACHE, PATH: process.env["PATH"] ?? "", ...environment },
    }),
  );
  return client;
}

export interface ToolAnswer<Data> {
  isError: boolean;
  text: string;
  data: Data;
}

/** Calls a tool. The client checks the answer against the schema of the tool. */
export async function callTool<Data = Record<string, unknown>>(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<ToolAnswer<Data>> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return { isError, text, data: structuredContent as Data };
}
