/** The `knockon` command. Started by `bin/knockon.js`. */
import { readFile } from "node:fs/promises";
import { suggest } from "@knockon/contract/suggest";
import { UsageError } from "./arguments.ts";
import { COMMANDS } from "./commands/table.ts";
import { writeError } from "./output/note.ts";

const WIDTH = Math.max(...COMMANDS.map(({ name }) => name.length));

const HELP = `Usage: knockon COMMAND [options]

Find out which repositories a change affects, before you make it.

Commands:
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(WIDTH)}  ${summary}`).join("\n")}

Options:
  -h, --help     Show help
  -q, --quiet    Print results and errors only
  -V, --version  Show version

Exit codes:
  0  Success
  1  "knockon check" found a break that --fail-on names
  2  Invalid arguments, files or a server that can't be read, or an internal error
  3  "knockon check" could not decide

Run "knockon help COMMAND" for the options of a command.

Examples:
  knockon scan ~/src/acme --json acme.json
  knockon impact acme/base-image --in acme.json
`;

async function main([name, ...args]: string[]): Promise<void> {
  if (name === "help" && args[0] !== undefined) return await main([args[0], "--help"]);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(HELP);
    return;
  }
  if (name === "--version" || name === "-V") {
    process.stdout.write(`${await readVersion()}\n`);
    return;
  }
  if (name === "--quiet" || name === "-q") return await main([...args, "--quiet"]);
  const command = COMMANDS.find((one) => one.name === name);
  if (!command) {
    const names = COMMANDS.map((one) => one.name);
    throw new UsageError(`Unknown command "${name}".${suggest(name, names)} Run "knockon --help" for usage.`);
  }
  await (await command.load()).execute(args);
}

/** Returns the version of the package that contains this module, from source or bundled. */
async function readVersion(): Promise<string> {
  const manifest = await readFile(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Runs the command that the arguments of the process name. */
export async function run(): Promise<void> {
  // `head` and other readers close the pipe early.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const { describeError } = await import("./describe-error.ts");
    const message = describeError(error);
    if (message === undefined) throw error;
    writeError(message);
    process.exitCode = 2;
  }
}
