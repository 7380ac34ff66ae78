/** The `knockon` command. Started by `bin/knockon.js`. */
import { readFile } from "node:fs/promises";
import { suggest } from "@knockon/contract/suggest";
import { UsageError } from "./arguments.ts";
import { describeError } from "./describe-error.ts";
import { writeNote } from "./output/note.ts";

const HELP = `Usage: knockon COMMAND [options]

Find out which repositories a change affects, before you make it.

Commands:
  scan PATH    Scan a folder of Git repositories offline
  impact REPO  Show which repositories a change to REPO affects
  check        Show which repositories a change breaks
  replay PATH  Show what the check would have found in the past, and what followed
  problems     List files and repositories that a scan could not read
  mcp          Answer questions of coding agents over the Model Context Protocol

Options:
  -h, --help     Show help
  -V, --version  Show version

Run "knockon COMMAND --help" for the options of a command.

Examples:
  knockon scan ~/src/acme --json acme.json
  knockon impact acme/base-image --in acme.json
`;

/** Each loads only what it needs. */
const COMMANDS: ReadonlyMap<string, (args: string[]) => Promise<void>> = new Map([
  ["scan", async (args) => (await import("./commands/scan.ts")).scanCommand(args)],
  ["problems", async (args) => (await import("./commands/problems.ts")).problemsCommand(args)],
  ["check", async (args) => (await import("./commands/check.ts")).checkCommand(args)],
  ["replay", async (args) => (await import("./commands/replay.ts")).replayCommand(args)],
  ["mcp", async (args) => (await import("./commands/mcp.ts")).mcpCommand(args)],
  ["impact", async (args) => (await import("./commands/impact.ts")).impactCommand(args)],
]);

async function main([name, ...args]: string[]): Promise<void> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(HELP);
    return;
  }
  if (name === "--version" || name === "-V") {
    process.stdout.write(`${await readVersion()}\n`);
    return;
  }
  const command = COMMANDS.get(name);
  if (!command) {
    const hint = suggest(name, [...COMMANDS.keys()]);
    throw new UsageError(`Unknown command "${name}".${hint} Run "knockon --help" for usage.`);
  }
  await command(args);
}

/** Returns the version of the package that contains this module, from source or bundled. */
async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

// `head` and other readers close the pipe early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  const message = describeError(error);
  if (message === undefined) throw error;
  writeNote(message);
  process.exitCode = 2;
}
