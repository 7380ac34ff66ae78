import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Check } from "@knockon/contract/resources/check";
import { commitFiles, createRepository } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { reportTexts } from "@knockon/cli/offline/report-file";
import { graphOf } from "@knockon/cli/offline/report-graph";
import { table } from "@knockon/cli/output/format";
import { buildCommand } from "../measure/built-command.ts";
import { runMeasured } from "../measure/run-measured.ts";
import { withTemporaryFolder } from "../measure/temporary.ts";
import { makeReport, PRODUCER } from "./report.ts";

interface CheckResult {
  repositories: number;
  declarations: number;
  files: number;
  changedFiles: number;
  breaks: number;
  runs: number;
  /** Medians of whole processes. */
  checkMs: number;
  /** `knockon --help`, which only starts. */
  startMs: number;
  /** The target is 300. */
  beyondStartMs: number;
  /** The smallest processor time of a check, with its threads and Git. */
  checkCpuMs: number;
}

const FILES = 200;
const CHANGED = 20;

const workflow = (secret: string): string =>
  `on:\n  workflow_call:\n    secrets: { ${secret}: { required: true } }\njobs: { a: { steps: [{ uses: "actions/checkout@v4" }] } }\n`;

/**
 * Measures the check of a change of 20 files against the report of an organization: the installed command, as a whole process, beyond
 * one that only starts.
 */
export async function checkBench(options: {
  json: boolean;
  runs: number;
  repositories: number;
}): Promise<string> {
  const result = await withTemporaryFolder((folder) => measure(folder, options));
  return options.json ? `${JSON.stringify(result, null, 2)}\n` : presentCheckBench(result);
}

async function measure(
  folder: string,
  { runs, repositories }: { runs: number; repositories: number },
): Promise<CheckResult> {
  const path = join(folder, PRODUCER);
  const file = (index: number): string =>
    index < FILES / 2 ? `.github/workflows/w${index}.yml` : `src/file${index}.ts`;
  const textOf = (index: number, secret: string): string =>
    index < FILES / 2 ? workflow(secret) : `import { x } from "./x.ts";\n// ${secret}\n`.repeat(50);
  const all = Array.from({ length: FILES }, (_, index) => index);
  createRepository(path, Object.fromEntries(all.map((index) => [file(index), textOf(index, "OLD")])));
  const changed = all.filter((index) => index % (FILES / CHANGED) === 0);
  commitFiles(path, Object.fromEntries(changed.map((index) => [file(index), textOf(index, "NEW")])));
  const source = makeReport(repositories);
  const reportFile = join(folder, "report.json");
  await writeFile(reportFile, reportTexts(source, graphOf(source)));
  const program = await buildCommand(folder);
  // Fills Node's cache of compiled code, as a first run does for users.
  const args = ["check", "--in", reportFile, "--repo", path, "--base", "HEAD^", "--format", "json"];
  await runMeasured([process.execPath, program, ...args]);
  const times: { check: number; start: number; cpu: number }[] = [];
  let breaks = 0;
  for (let run = 0; run < runs; run++) {
    const check = await runMeasured([process.execPath, program, ...args]);
    const start = await runMeasured([process.execPath, program, "--help"]);
    breaks = (JSON.parse(check.stdout) as Check).breaks.length;
    times.push({
      check: check.wallSeconds * 1000,
      start: start.wallSeconds * 1000,
      cpu: check.cpuSeconds * 1000,
    });
  }
  const checkMs = median(times.map((one) => one.check));
  const startMs = median(times.map((one) => one.start));
  return {
    repositories,
    declarations: source.declarations.length,
    files: FILES,
    changedFiles: CHANGED,
    breaks,
    runs,
    checkMs,
    startMs,
    beyondStartMs: checkMs - startMs,
    checkCpuMs: Math.round(Math.min(...times.map((one) => one.cpu))),
  };
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);

const presentCheckBench = (result: CheckResult): string =>
  `${result.repositories} repositories, ${result.declarations} declarations, ${result.changedFiles} of ${result.files} files changed, ${result.breaks} breaks, median of ${result.runs} runs\n\n${table(
    [
      ["knockon check", `${result.checkMs} ms`],
      ["knockon --help", `${result.startMs} ms`],
      ["beyond start-up", `${result.beyondStartMs} ms (target: at most 300)`],
      ["processor time of the check", `${result.checkCpuMs} ms`],
    ],
  )}\n`;
