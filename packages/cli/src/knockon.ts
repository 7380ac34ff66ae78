/** The `knockon` command; `bin/knockon.js` starts it. */
import { DiscoveryError } from "@knockon/adapters/git-host/local/discovery-error";
import { ApiError } from "@knockon/contract/client";
import { impactCommand } from "./commands/impact.ts";
import { scanCommand } from "./commands/scan.ts";
import { UsageError } from "./usage-error.ts";

const HELP = `Usage: knockon COMMAND

  scan PATH     Scan an organization of repositories, offline.
  impact REPO   Tell what a change to a repository hits.

knockon COMMAND --help explains each.

Example: knockon scan ~/src/acme --json acme.json
         knockon impact acme/base-image --in acme.json
`;

const COMMANDS: ReadonlyMap<string, (args: string[]) => Promise<void>> = new Map([
  ["scan", scanCommand],
  ["impact", impactCommand],
]);

/** Node's own complaints about options and files are for the user, too. */
const isForUser = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof DiscoveryError ||
  error instanceof ApiError ||
  (error instanceof Error &&
    ("syscall" in error || ("code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_"))));

async function main([name, ...args]: string[]): Promise<void> {
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    process.stdout.write(HELP);
    return;
  }
  const command = COMMANDS.get(name);
  if (!command) throw new UsageError(`There is no command ${name}. See knockon --help.`);
  await command(args);
}

/** A reader that has seen enough, such as `head`, is no failure. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!isForUser(error)) throw error;
  process.stderr.write(`knockon: ${error.message}\n`);
  process.exitCode = 1;
}
