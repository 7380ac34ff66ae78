import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { offlineCheck } from "@knockon/cli/check/offline-check";
import { openRepository, readChange } from "@knockon/cli/check/read-change";
import { readReport } from "@knockon/cli/offline/read-report";
import { commitFiles, createRepository } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { table } from "@knockon/cli/output/format";
import { withTemporaryFolder } from "../measure/temporary.ts";
import { makeReport, PRODUCER } from "./report.ts";

interface CheckResult {
  repositories: number;
  declarations: number;
  files: number;
  changedFiles: number;
  breaks: number;
  runs: number;
  /** Medians, beyond start-up and reading the report. */
  readChangeMs: number;
  checkMs: number;
  totalMs: number;
}

const FILES = 200;
const CHANGED = 20;

const workflow = (secret: string): string =>
  `on:\n  workflow_call:\n    secrets: { ${secret}: { required: true } }\njobs: { a: { steps: [{ uses: "actions/checkout@v4" }] } }\n`;

/** Measures the check of a change of 20 files against the report of an organization, as `knockon check --in` runs it. */
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
  await writeFile(reportFile, JSON.stringify(source));
  const times: { readChange: number; check: number }[] = [];
  let breaks = 0;
  for (let run = 0; run < runs; run++) {
    const report = await readReport(reportFile);
    const [root] = report.repositories;
    if (!root) throw new Error("The report is empty.");
    const startedAt = performance.now();
    const change = await readChange(
      await openRepository(path),
      { fullPath: PRODUCER, cloneUrl: null },
      { base: "HEAD^", head: "HEAD" },
    );
    const readAt = performance.now();
    breaks = offlineCheck(report, root, change, 0.4).breaks.length;
    times.push({ readChange: readAt - startedAt, check: performance.now() - readAt });
  }
  const [readChangeMs, checkMs, totalMs] = [
    median(times.map((one) => one.readChange)),
    median(times.map((one) => one.check)),
    median(times.map((one) => one.readChange + one.check)),
  ];
  return {
    repositories,
    declarations: source.declarations.length,
    files: FILES,
    changedFiles: CHANGED,
    breaks,
    runs,
    readChangeMs,
    checkMs,
    totalMs,
  };
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);

const presentCheckBench = (result: CheckResult): string =>
  `${result.repositories} repositories, ${result.declarations} declarations, ${result.changedFiles} of ${result.files} files changed, ${result.breaks} breaks, median of ${result.runs} runs\n\n${table(
    [
      ["reading the change", `${result.readChangeMs} ms`],
      ["checking it", `${result.checkMs} ms`],
      ["together", `${result.totalMs} ms`],
    ],
  )}\n`;
