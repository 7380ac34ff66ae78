import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { builtCommand } from "./built-command.ts";

/** The command of a clone, from its sources. */
export const SOURCE_COMMAND = join(import.meta.dirname, "../../bin/knockon.js");

/**
 * Compiled code and extractions, outside the user's cache. A scan of cached commits takes less than half the processor time. No login
 * is stored unless a test chooses a folder.
 */
export const TEST_CACHE = {
  XDG_CONFIG_HOME: "/dev/null",
  NODE_COMPILE_CACHE: join(tmpdir(), "knockon-test-cache"),
  KNOCKON_CACHE_DIR: join(tmpdir(), "knockon-test-extractions"),
};

/** Makes a scan extract every repository. */
export const WITHOUT_CACHE = { KNOCKON_CACHE_DIR: "/dev/null" };

interface Options {
  cwd?: string;
  environment?: Record<string, string>;
  /** Standard input. */
  input?: string;
  /** Flags for Node.js. */
  flags?: readonly string[];
  /** Path of the command. The default is the built one. */
  command?: string;
  /** Path of Node.js. */
  node?: string;
}

/** Runs the command in a child process and waits for it to exit. Its streams are pipes. */
export async function runKnockon(args: readonly string[], options: Options = {}) {
  const { cwd, environment, input, flags = [], node = process.execPath } = options;
  const command = options.command ?? (await builtCommand());
  const child = spawn(node, [...flags, command, ...args], {
    env: { PATH: process.env["PATH"], ...TEST_CACHE, ...environment },
    ...(cwd !== undefined && { cwd }),
  });
  // The command may exit before it reads its input.
  child.stdin.on("error", () => {}).end(input);
  const exited = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { exitCode: await exited, stdout, stderr };
}
