import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { PEAK_DESCRIPTOR, TIMES_DESCRIPTOR } from "./descriptors.ts";

export interface Cost {
  /** User and system time of the command and of every process that it waited for. */
  cpuSeconds: number;
  wallSeconds: number;
  /** The most memory that the Node process held; null for other programs. */
  peakBytes: number | null;
}

export interface MeasuredRun extends Cost {
  stdout: string;
}

interface Options {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/** The shell's own account of its children is exact, and counts grandchildren. */
const SHELL = `"$@"; code=$?; times >&${TIMES_DESCRIPTOR}; exit $code`;

/** Runs a command to its end. Throws with what it printed unless it exits with 0. */
export async function runMeasured(command: readonly string[], options: Options = {}): Promise<MeasuredRun> {
  const startedAt = performance.now();
  const shell = spawn("bash", ["-c", SHELL, "bash", ...command], {
    cwd: options.cwd ?? process.cwd(),
    env: { ...(options.env ?? process.env), LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
  });
  const [stdout, stderr, times, peak, [exitCode]] = await Promise.all([
    outputOf(shell, 1),
    outputOf(shell, 2),
    outputOf(shell, TIMES_DESCRIPTOR),
    outputOf(shell, PEAK_DESCRIPTOR),
    once(shell, "close") as Promise<[number | null]>,
  ]);
  const wallSeconds = (performance.now() - startedAt) / 1000;
  if (exitCode !== 0) throw new Error(`${command[0]} exited with ${exitCode}.\n${stderr || stdout}`);
  return {
    stdout,
    wallSeconds,
    cpuSeconds: childSeconds(times),
    peakBytes: peak === "" ? null : Number(peak) * 1024,
  };
}

const outputOf = (child: ChildProcess, descriptor: number): Promise<string> =>
  text(child.stdio[descriptor] as Readable);

/** A script under this very Node, which also tells its peak. */
export const runNode = (args: readonly string[], options: Options = {}): Promise<MeasuredRun> =>
  runMeasured(
    [process.execPath, "--import", new URL("./report-peak.ts", import.meta.url).href, ...args],
    options,
  );

/** The second line of `times`: `0m2.345s 0m0.678s`, user and system time of the children. */
export function childSeconds(times: string): number {
  const pairs = [...(times.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  if (pairs.length !== 2) throw new Error(`The shell told no times: ${times}`);
  return pairs.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}
