import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

const PROGRAM = fileURLToPath(import.meta.resolve("@knockon/functions/local"));
const PATIENCE_MS = 60_000;

export interface LocalProcess {
  stdout: () => string;
  stderr: () => string;
  /** The match of what it has printed, as soon as it has. */
  printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Its exit code; with a signal, after sending that. */
  ended: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** `npm start` with these arguments, as a process of its own, with none of this machine's settings. */
export function spawnLocal(args: readonly string[], environment: Record<string, string> = {}): LocalProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], ...environment },
  });
  const exited = once(child, "close").then(() => child.exitCode);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    async printed(pattern) {
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(20)) {
        const match = pattern.exec(stdout);
        if (match) return match;
        if (child.exitCode !== null) break;
      }
      throw new Error(`It never printed ${pattern.source}.\n${stdout}\n${stderr}`);
    },
    ended(signal) {
      if (signal && child.exitCode === null) child.kill(signal);
      return exited;
    },
  };
}
