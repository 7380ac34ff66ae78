import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import { findSpecialFile } from "./regular-file.ts";

/** A folder or listing file cannot be read, or Git is missing. The message is one line, meant for the user. */
export class DiscoveryError extends Error {
  override readonly name: string = "DiscoveryError";
}

/**
 * Git cannot read the repository. The message is the first line of Git's output without the local path, because it is
 * part of API responses and reports.
 */
export function unreadable(gitDir: string, stderr: string): RepositoryUnreadableError {
  const line = stderr.split("\n").find((text) => text !== "" && !text.startsWith("warning: lazy fetching"));
  return new RepositoryUnreadableError(
    line?.replace(/^(?:fatal|error): /, "").replaceAll(gitDir, ".git") ??
      "git exited without an error message",
  );
}

export const isUnreadable = (error: unknown): error is RepositoryUnreadableError =>
  error instanceof RepositoryUnreadableError;

/**
 * Prevents the configuration of the repository or the machine from running commands or opening connections, and Git
 * environment variables (set in hooks, for example) from selecting another repository.
 */
const ENVIRONMENT = {
  PATH: process.env["PATH"],
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  // Git before 2.39.4 fetches missing objects anyway. This list, of which no protocol is a member, wins over every configuration.
  GIT_ALLOW_PROTOCOL: "none",
  GIT_NO_REPLACE_OBJECTS: "1",
  // A small compressed object can claim any size, and the configuration can name an endless file. Blobs that are read are smaller.
  GIT_ALLOC_LIMIT: "512m",
  // Otherwise `git log` flushes every commit into the pipe, which is slow.
  GIT_FLUSH: "0",
};
const SETTINGS = ["safe.directory=*", "protocol.allow=never", "core.fsmonitor=false"].flatMap((setting) => [
  "-c",
  setting,
]);

/** The caller reads all three streams and listens for `error`. */
export function spawnGit(
  gitDir: string,
  args: readonly string[],
  timeoutMs?: number,
): ChildProcessWithoutNullStreams {
  const git = spawn("git", [...SETTINGS, `--git-dir=${gitDir}`, ...args], { env: ENVIRONMENT, cwd: "/" });
  if (timeoutMs === undefined) return git;
  // The timer of `spawn` itself keeps the process alive for the whole time if Git is missing.
  const timer = setTimeout(() => git.kill("SIGKILL"), timeoutMs).unref();
  return git.once("exit", () => clearTimeout(timer));
}

/** The first version with `cat-file --batch-command`. */
const MIN_GIT_VERSION = [2, 36] as const;

/** Throws DiscoveryError if Git is missing or too old. */
export async function assertGitVersion(): Promise<void> {
  const { stdout } = await runToEnd("/", ["version"], {});
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout.toString("utf8")) ?? [];
  const [needed, neededMinor] = MIN_GIT_VERSION;
  const isEnough = Number(major) > needed || (Number(major) === needed && Number(minor) >= neededMinor);
  if (!isEnough)
    throw new DiscoveryError(
      `Git ${needed}.${neededMinor} or later is required, but ${stdout.toString("utf8").trim() || "no version"} is on the PATH.`,
    );
}

interface GitResult {
  /** Null if Git was ended by a signal, such as after a timeout. */
  exitCode: number | null;
  stdout: Buffer;
  stderr: string;
}

/** The largest histories take seconds. Git waits forever for a file that is a pipe. */
export const GIT_LIMIT_MS = 120_000;

export const describeLimit = (limitMs: number): string => `Git took more than ${limitMs / 1000} seconds`;

/** As much as the paths of the largest commit that is read. A string can have twice as much. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
/** Git can print an error for each of many objects. Only the first is reported. */
const MAX_ERROR_LENGTH = 64 * 1024;

interface RunOptions {
  input?: string;
  timeoutMs?: number;
  maxBytes?: number;
}

/**
 * Runs a plumbing command to completion, or until it has taken too long or printed too much. Throws only if Git cannot be started.
 * Without an exit code, `stderr` has the reason, and there is no output.
 */
export async function runGit(
  gitDir: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<GitResult> {
  const special = await findSpecialFile(gitDir);
  if (special !== undefined)
    return { exitCode: null, stdout: Buffer.alloc(0), stderr: describeSpecial(special) };
  return await runToEnd(gitDir, args, options);
}

const describeSpecial = (path: string): string => `.git/${path} is a pipe, socket or device`;

/** Throws RepositoryUnreadableError if Git would wait for a pipe. */
export async function assertNoSpecialFile(gitDir: string): Promise<void> {
  const special = await findSpecialFile(gitDir);
  if (special !== undefined) throw unreadable(gitDir, describeSpecial(special));
}

function runToEnd(
  gitDir: string,
  args: readonly string[],
  { input = "", timeoutMs = GIT_LIMIT_MS, maxBytes = MAX_OUTPUT_BYTES }: RunOptions,
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const git = spawnGit(gitDir, args, timeoutMs);
    const stdout: Buffer[] = [];
    let [bytes, stderr] = [0, ""];
    git.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) git.kill("SIGKILL");
      else stdout.push(chunk);
    });
    git.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (stderr.length < MAX_ERROR_LENGTH) stderr += text;
    });
    // Git may exit before it has read all input. Its exit code and stderr give the reason.
    git.stdin.on("error", () => {}).end(input);
    git.on("error", (cause) => {
      reject(new DiscoveryError("Cannot run git. Install it and make sure it is on the PATH.", { cause }));
    });
    git.on("close", (exitCode, signal) => {
      if (bytes > maxBytes) stderr = `Git printed more than ${maxBytes} bytes`;
      else if (signal === "SIGKILL") stderr = describeLimit(timeoutMs);
      const isWhole = exitCode !== null && bytes <= maxBytes;
      resolve(
        isWhole
          ? { exitCode, stdout: Buffer.concat(stdout), stderr }
          : { exitCode: null, stdout: Buffer.alloc(0), stderr },
      );
    });
  });
}

/** Returns the command's output. Throws RepositoryUnreadableError if it fails. */
export async function getGitOutput(gitDir: string, args: readonly string[], input = ""): Promise<string> {
  const { exitCode, stdout, stderr } = await runGit(gitDir, args, { input });
  if (exitCode !== 0) throw unreadable(gitDir, stderr);
  return stdout.toString("utf8");
}
