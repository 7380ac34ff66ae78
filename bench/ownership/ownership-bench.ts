import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { logArguments } from "@knockon/adapters/git-host/local/history";
import { table } from "@knockon/cli/output/format";
import { findCommits, writeListing, type Commit } from "../measure/commits.ts";
import { medianCost } from "../measure/numbers.ts";
import { runMeasured, runNode, type Cost } from "../measure/run-measured.ts";
import { withTemporaryFolder } from "../measure/temporary.ts";
import { mebibytes, seconds } from "../measure/numbers.ts";

const READ_HISTORIES = fileURLToPath(new URL("read-histories.ts", import.meta.url));

interface Result {
  repositories: number;
  commits: number;
  people: number;
  runs: number;
  /** Medians. */
  ownership: Cost;
  log: Cost;
  cpuRatio: number;
}

/** Compares reading ownership with the same `git log` alone, in alternating runs after one warm-up run each. */
export async function ownershipBench(
  path: string,
  { json, runs }: { json: boolean; runs: number },
): Promise<string> {
  const result = await withTemporaryFolder((folder) => measure(path, runs, folder));
  return json ? `${JSON.stringify(result, null, 2)}\n` : present(result);
}

async function measure(path: string, runs: number, folder: string): Promise<Result> {
  const commits = await findCommits(path);
  const listing = join(folder, "listing.jsonl");
  await writeListing(listing, commits);
  const { stdout } = await runNode([READ_HISTORIES, listing]);
  const [commitCount, people] = stdout.split(" ").map(Number);
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  for (let run = 0; run < runs; run += 1) {
    theirs.push(await log(commits));
    ours.push(await runNode([READ_HISTORIES, listing]));
  }
  const ownership = medianCost(ours);
  const logging = medianCost(theirs);
  return {
    repositories: commits.length,
    commits: commitCount ?? 0,
    people: people ?? 0,
    runs,
    ownership,
    log: logging,
    cpuRatio: ownership.cpuSeconds / logging.cpuSeconds,
  };
}

/** Arguments: pairs of git directory and commit. */
const log = (commits: readonly Commit[]) => {
  const command = logArguments("$2", null).map((argument) => (argument === "$2" ? '"$2"' : `'${argument}'`));
  const script = `while [ $# -gt 0 ]; do git -c safe.directory='*' --git-dir="$1" ${command.join(" ")} > /dev/null || exit 1; shift 2; done`;
  const pairs = commits.flatMap(({ repository: { gitDir }, commitSha }) => [gitDir, commitSha]);
  return runMeasured(["bash", "-c", script, "bash", ...pairs]);
};

function present({ repositories, commits, people, runs, ownership, log: logging, cpuRatio }: Result): string {
  const row = (name: string, cost: Cost): string[] => [
    name,
    seconds(cost.cpuSeconds),
    seconds(cost.wallSeconds),
    mebibytes(cost.peakBytes),
  ];
  return `${table([
    ["Repositories", repositories],
    ["Commits of people", commits],
    ["People", people],
  ])}

Medians of ${runs}
${table([["", "CPU", "wall", "peak memory"], row("ownership", ownership), row("git log", logging)])}

CPU ratio  ${cpuRatio.toFixed(2)}
`;
}
