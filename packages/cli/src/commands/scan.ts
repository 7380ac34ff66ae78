import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { makeReport } from "../offline/make-report.ts";
import { scanFolder } from "../offline/scan-folder.ts";
import { summarize } from "../offline/summary.ts";
import { progressBar } from "../output/progress-bar.ts";
import { toJson } from "../output/to-json.ts";
import { readPatterns } from "../offline/read-patterns.ts";
import { plainNumber } from "../plain-number.ts";
import { UsageError } from "../usage-error.ts";

export const SCAN_HELP = `Usage: knockon scan PATH [--json FILE] [--jobs N] [--patterns FILE]
                    [--ownership]

Scans an organization offline, without a database. PATH is a folder of git
repositories (bare or with a work tree), or a listing file (JSON lines:
full_path, path, clone_url?, default_branch?, archived?, is_fork?). HEAD is
read from git; work trees are never looked at.

  --json FILE  Also write everything found to FILE (- for standard output).
  --jobs N     Read N repositories at once (default: one per core).
  --patterns FILE
               Also find what the patterns of FILE match: a JSON list of
               {name, pattern, artifact_type, path?}. pattern and path are
               regular expressions (RE2): pattern has a group name and may
               have a group version; path is what a file's path must contain.

Example: knockon scan ~/src/acme --json acme.json
         knockon scan ~/src/acme --patterns patterns.json
patterns.json: [{"name": "service_call", "artifact_type": "git_repository",
  "pattern": "callService\\\\(.(?P<name>[\\\\w-]+)", "path": "\\\\.ts$"}]
`;

export async function scanCommand(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: "string" },
      jobs: { type: "string" },
      patterns: { type: "string" },
      ownership: { type: "boolean", default: false },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(SCAN_HELP);
    return;
  }
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new UsageError("Give one PATH. See knockon scan --help.");
  const jobs = jobsOf(values.jobs);
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

const jobsOf = (text: string | undefined): number =>
  text === undefined
    ? availableParallelism()
    : plainNumber("--jobs", text, { least: 1, most: 64, isWhole: true });
