import { availableParallelism } from "node:os";
import { parseDate, parseNumber, UsageError } from "../arguments.ts";
import { defineCommand } from "../command.ts";

export const scan = defineCommand({
  name: "scan",
  usage: "PATH [options]",
  about:
    "Scan an organization offline, without a database. Knockon reads HEAD of each repository from Git and ignores work trees.",
  positional: {
    name: "PATH",
    help: "A folder of Git repositories (bare or with a work tree), or a listing file (- for standard input) with one JSON object per line: path, full_path?, clone_url?, default_branch?, ref?, archived?, is_fork?",
  },
  options: {
    json: { type: "string", value: "FILE", help: "Write the full report to FILE (- for standard output)" },
    jobs: {
      type: "string",
      value: "N",
      help: "Scan N repositories in parallel, 1 to 64 (default: CPU cores)",
    },
    ownership: {
      type: "boolean",
      default: false,
      help: "Also read commit histories and report ownership risk",
    },
    at: {
      type: "string",
      value: "DATE",
      help: 'Read each repository as it was on DATE, such as 2026-01-31 or 2026-01-31T12:00:00Z: the last commit of its branch before then. A "ref" (commit, tag or branch) in a listing takes precedence',
    },
    patterns: {
      type: "string",
      value: "FILE",
      help: "Also match the custom patterns in FILE (- for standard input)",
    },
    "no-cache": {
      type: "boolean",
      default: false,
      help: "Read all repositories again. By default, those without a new commit since an earlier scan are taken from the cache",
    },
  },
  notes: `Custom patterns are a JSON array of {name, artifact_type, pattern, path?}.
"pattern" and "path" are regular expressions (RE2). "pattern" must have a group
"name" and can have a group "version". "path" limits the pattern to matching files.

patterns.json:
  [{"name": "service_call", "artifact_type": "git_repository",
    "pattern": "callService\\\\(.(?P<name>[\\\\w-]+)", "path": "\\\\.ts$"}]`,
  examples: [
    "knockon scan ~/src/acme --json acme.json",
    "knockon scan ~/src/acme --patterns patterns.json",
    "grep acme/ org.jsonl | knockon scan - --json acme.json",
    "knockon scan ~/src/acme --at 2026-01-31 --json january.json",
  ],
  async run({ values, getPositional }) {
    const path = getPositional();
    if (path === "-" && values.patterns === "-")
      throw new UsageError("PATH and --patterns can't both be standard input. Use a file for one of them.");
    const jobs = parseJobs(values.jobs);
    const at = values.at === undefined ? undefined : parseDate("--at", values.at);
    // Loaded only now, so that invalid arguments are rejected at once.
    const { runScan } = await import("../offline/run-scan.ts");
    await runScan(path, { ...values, isCached: !values["no-cache"], jobs, at });
  },
});

/** Returns the number of repositories to read in parallel. Throws UsageError. */
export const parseJobs = (text: string | undefined): number =>
  text === undefined
    ? availableParallelism()
    : parseNumber("--jobs", text, { min: 1, max: 64, isInteger: true });
