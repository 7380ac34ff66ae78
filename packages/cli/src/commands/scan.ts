import { availableParallelism } from "node:os";
import { parseArguments, parseDate, parseNumber } from "../arguments.ts";

const SCAN_HELP = `Usage: knockon scan PATH [options]

Scan an organization offline, without a database. Knockon reads HEAD of each
repository from Git and ignores work trees.

Arguments:
  PATH             A folder of Git repositories (bare or with a work tree), or a
                   listing file with one JSON object per line: path, full_path?,
                   clone_url?, default_branch?, ref?, archived?, is_fork?

Options:
  --json FILE      Write the full report to FILE (- for standard output)
  --jobs N         Scan N repositories in parallel, 1 to 64 (default: CPU cores)
  --ownership      Also read commit histories and report ownership risk
  --at DATE        Read each repository as it was on DATE, such as 2026-01-31 or
                   2026-01-31T12:00:00Z: the last commit of its branch before then.
                   A "ref" (commit, tag or branch) in a listing takes precedence
  --patterns FILE  Also match the custom patterns in FILE
  --no-cache       Read all repositories again. By default, those without a new commit
                   since an earlier scan are taken from the cache
  -h, --help       Show help

Custom patterns are a JSON array of {name, artifact_type, pattern, path?}.
"pattern" and "path" are regular expressions (RE2). "pattern" must have a group
"name" and can have a group "version". "path" limits the pattern to matching files.

Examples:
  knockon scan ~/src/acme --json acme.json
  knockon scan ~/src/acme --patterns patterns.json
  knockon scan ~/src/acme --at 2026-01-31 --json january.json

patterns.json:
  [{"name": "service_call", "artifact_type": "git_repository",
    "pattern": "callService\\\\(.(?P<name>[\\\\w-]+)", "path": "\\\\.ts$"}]
`;

export async function scanCommand(args: string[]): Promise<void> {
  const { values, getPositional } = parseArguments({ command: "scan", positional: "PATH" }, args, {
    json: { type: "string" },
    jobs: { type: "string" },
    patterns: { type: "string" },
    at: { type: "string" },
    ownership: { type: "boolean", default: false },
    "no-cache": { type: "boolean", default: false },
  });
  if (values.help) {
    process.stdout.write(SCAN_HELP);
    return;
  }
  const path = getPositional();
  const jobs = getJobs(values.jobs);
  const at = values.at === undefined ? undefined : parseDate("--at", values.at);
  // Loaded only now, so that invalid arguments are rejected at once.
  const { runScan } = await import("../offline/run-scan.ts");
  await runScan(path, { ...values, isCached: !values["no-cache"], jobs, at });
}

const getJobs = (text: string | undefined): number =>
  text === undefined
    ? availableParallelism()
    : parseNumber("--jobs", text, { min: 1, max: 64, isInteger: true });
