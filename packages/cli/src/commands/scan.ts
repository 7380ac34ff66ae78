import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { parseArguments, parseNumber } from "../arguments.ts";
import { makeReport } from "../offline/make-report.ts";
import { readPatterns } from "../offline/read-patterns.ts";
import { scanFolder } from "../offline/scan-folder.ts";
import { summarize } from "../offline/summary.ts";
import { toJson } from "../output/format.ts";
import { progressBar } from "../output/progress-bar.ts";

const SCAN_HELP = `Usage: knockon scan PATH [options]

Scan an organization offline, without a database. Knockon reads HEAD of each
repository from Git and ignores work trees.

Arguments:
  PATH             A folder of Git repositories (bare or with a work tree), or a
                   listing file with one JSON object per line: full_path, path,
                   clone_url?, default_branch?, archived?, is_fork?

Options:
  --json FILE      Write the full report to FILE (- for standard output)
  --jobs N         Scan N repositories in parallel, 1 to 64 (default: CPU cores)
  --ownership      Also read commit histories and report ownership risk
  --patterns FILE  Also match the custom patterns in FILE
  -h, --help       Show help

Custom patterns are a JSON array of {name, artifact_type, pattern, path?}.
"pattern" and "path" are regular expressions (RE2). "pattern" must have a group
"name" and can have a group "version". "path" limits the pattern to matching files.

Examples:
  knockon scan ~/src/acme --json acme.json
  knockon scan ~/src/acme --patterns patterns.json

patterns.json:
  [{"name": "service_call", "artifact_type": "git_repository",
    "pattern": "callService\\\\(.(?P<name>[\\\\w-]+)", "path": "\\\\.ts$"}]
`;

export async function scanCommand(args: string[]): Promise<void> {
  const { values, getPositional } = parseArguments({ command: "scan", positional: "PATH" }, args, {
    json: { type: "string" },
    jobs: { type: "string" },
    patterns: { type: "string" },
    ownership: { type: "boolean", default: false },
  });
  if (values.help) {
    process.stdout.write(SCAN_HELP);
    return;
  }
  const path = getPositional();
  const jobs = getJobs(values.jobs);
  const withOwnership = values.ownership;
  const heuristicPatterns = values.patterns === undefined ? [] : await readPatterns(values.patterns);
  const startedAt = performance.now();
  const progress = progressBar();
  const scanned = await scanFolder(path, {
    jobs,
    withOwnership,
    heuristicPatterns,
    onProgress: progress.update,
  }).finally(progress.end);
  const report = makeReport(scanned, {
    extractSeconds: (performance.now() - startedAt) / 1000,
    withOwnership,
  });
  const toStdout = values.json === "-";
  if (values.json !== undefined) {
    const json = toJson(report);
    if (toStdout) process.stdout.write(json);
    else await writeFile(values.json, json);
  }
  (toStdout ? process.stderr : process.stdout).write(`${summarize(report, scanned)}\n`);
}

const getJobs = (text: string | undefined): number =>
  text === undefined
    ? availableParallelism()
    : parseNumber("--jobs", text, { min: 1, max: 64, isInteger: true });
