import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Report } from "@knockon/cli/offline/report";

export interface Cost {
  /** User and system time of the command and of every process it waited for. */
  cpuSeconds: number;
  wallSeconds: number;
  /** Peak memory of a Node process. Null for other programs. */
  peakBytes: number | null;
}

export interface MeasuredRun extends Cost {
  stdout: string;
}

interface Options {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/** Descriptors to which the shell writes its CPU time and report-peak.ts a Node process's peak memory. */
const TIMES_DESCRIPTOR = 3;
const PEAK_DESCRIPTOR = 4;

/** The shell's `times` is exact and includes grandchildren. */
const SHELL = `"$@"; code=$?; times >&${TIMES_DESCRIPTOR}; exit $code`;

/** Runs a command. Throws with its output if the exit code is not 0. */
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

/** Runs a script with this version of Node and measures its peak memory. */
export const runNode = (args: readonly string[], options: Options = {}): Promise<MeasuredRun> =>
  runMeasured(
    [process.execPath, "--import", new URL("./report-peak.ts", import.meta.url).href, ...args],
    options,
  );

/** Parses the second line of `times`, user and system time of the children: `0m2.345s 0m0.678s`. */
export function childSeconds(times: string): number {
  const pairs = [...(times.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  if (pairs.length !== 2) throw new Error(`Cannot parse the output of times: ${times}`);
  return pairs.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** Repeated runs read the same commits, which would come from the cache. */
const SCAN = ["scan", "--jobs", "1", "--no-cache"];

/** Runs `knockon scan` with one job. `command` is a path. */
export const runScan = (command: string, path: string): Promise<Cost> => runNode([command, ...SCAN, path]);

/** Runs `knockon scan` with one job and returns its report. */
export async function runScanWithReport(
  command: string,
  path: string,
  reportFile: string,
): Promise<{ cost: Cost; report: Report }> {
  const cost = await runNode([command, ...SCAN, path, "--json", reportFile]);
  return { cost, report: JSON.parse(await readFile(reportFile, "utf8")) as Report };
}

/** Returns this process's peak memory. Prefers Linux's own figure, since `maxRSS` starts with the parent's at the fork. */
export function peakBytes(): number {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(statusOf())?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kibibytes) * 1024;
}

function statusOf(): string {
  try {
    return readFileSync("/proc/self/status", "utf8");
  } catch {
    return "";
  }
}
