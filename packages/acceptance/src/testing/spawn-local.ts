import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** What `npm start` runs. */
export const SOURCE_SERVER = fileURLToPath(import.meta.resolve("@knockon/functions/local"));
const TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/** What `npm start` prints. */
export const PRINTED = {
  /** Captures the base URL. */
  listening: /^Knockon is listening on (http:\S+)$/mu,
  /** Captures the API key. */
  key: /^Your API key \(shown once\): (svc_live_\w+)$/mu,
  restarted: /^Using the data in .+\. The API key is the one shown on the first start\.$/mu,
  /** Captures the number of repositories. */
  scanned: /^Scan completed: (\d+) repositories read, 0 skipped, 0 failed\.$/mu,
  lastRequest: /^# Which repositories consume .+\n.+$/mu,
};

export interface LocalProcess {
  pid: number | undefined;
  stdout: () => string;
  stderr: () => string;
  /** Resolves with the pattern's match as soon as it is printed. `timeoutMs` defaults to a minute. */
  printed: (pattern: RegExp, timeoutMs?: number) => Promise<RegExpExecArray>;
  /** Resolves with the exit code. Sends the signal first, if given. */
  ended: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export interface SpawnOptions {
  /** The sources by default. */
  program?: string;
  /** The user and group to run as, which requires root. */
  uid?: number;
  cwd?: string;
}

/** Runs the server as a child process with only the given variables and the cache of compiled modules. Usable outside of Vitest. */
export function spawnLocal(
  args: readonly string[],
  environment: Record<string, string> = {},
  { program = SOURCE_SERVER, uid, cwd }: SpawnOptions = {},
): LocalProcess {
  const child = spawn(process.execPath, [program, ...args], {
    ...(uid !== undefined && { uid, gid: uid }),
    ...(cwd !== undefined && { cwd }),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      ...environment,
    },
  });
  const exited = once(child, "close").then(() => child.exitCode);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return {
    pid: child.pid,
    stdout: () => stdout,
    stderr: () => stderr,
    async printed(pattern, timeoutMs = TIMEOUT_MS) {
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(POLL_MS)) {
        const match = pattern.exec(stdout);
        if (match) return match;
        if (child.exitCode !== null) break;
      }
      throw new Error(`${pattern.source} was not printed.\n${stdout}\n${stderr}`);
    },
    ended(signal) {
      if (signal && child.exitCode === null) child.kill(signal);
      return exited;
    },
  };
}
