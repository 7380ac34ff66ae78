import { join } from "node:path";
import { table } from "@knockon/cli/output/format";
import { buildCommand } from "../measure/built-command.ts";
import { type Commit, findCommits, writeListing } from "../measure/commits.ts";
import { mebibytes, medianCost, seconds } from "../measure/numbers.ts";
import { type Cost, runScan, runScanWithReport } from "../measure/run-measured.ts";
import { withTemporaryFolder } from "../measure/temporary.ts";
import { archive } from "./archive.ts";

/** Compares `knockon scan` of the built package with `git archive | tar x` on the same commits, in alternating runs after one warm-up run each. */
export async function extractBench(path: string, options: { json: boolean; runs: number }): Promise<string> {
  const result = await withTemporaryFolder((folder) => measure(path, options.runs, folder));
  return options.json ? `${JSON.stringify(result, null, 2)}\n` : presentExtract(result);
}

async function measure(path: string, runs: number, folder: string): Promise<ExtractResult> {
  const { whole, partial } = await separate(await findCommits(path));
  if (whole.length === 0) throw new Error("All repositories lack objects.");
  const listing = join(folder, "listing.jsonl");
  await writeListing(listing, whole);
  const command = await buildCommand(folder);
  const { report } = await runScanWithReport(command, listing, join(folder, "report.json"));
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  for (let run = 0; run < runs; run++) {
    theirs.push(await withTemporaryFolder((target) => archive(whole, target)));
    ours.push(await runScan(command, listing));
  }
  const extraction = medianCost(ours);
  const archiving = medianCost(theirs);
  return {
    repositories: whole.length,
    leftOut: partial.map(({ repository }) => repository.fullPath),
    files: report.timings.files,
    bytes: report.timings.bytes,
    declarations: report.declarations.length,
    runs,
    extraction,
    archive: archiving,
    cpuRatio: extraction.cpuSeconds / archiving.cpuSeconds,
  };
}

/** Separates partial clones, which cannot be archived. Also warms up git's files. */
async function separate(commits: readonly Commit[]): Promise<{ whole: Commit[]; partial: Commit[] }> {
  const whole: Commit[] = [];
  const partial: Commit[] = [];
  for (const commit of commits) {
    const isWhole = await withTemporaryFolder((folder) => archive([commit], folder)).then(
      () => true,
      () => false,
    );
    (isWhole ? whole : partial).push(commit);
  }
  return { whole, partial };
}

interface ExtractResult {
  repositories: number;
  /** Full paths of repositories with absent objects. */
  leftOut: string[];
  files: number;
  bytes: number;
  declarations: number;
  runs: number;
  /** Medians. */
  extraction: Cost;
  archive: Cost;
  cpuRatio: number;
}

function presentExtract(result: ExtractResult): string {
  const {
    repositories,
    leftOut,
    files,
    bytes,
    declarations,
    runs,
    extraction,
    archive: unpacking,
    cpuRatio,
  } = result;
  return `${table([
    ["Repositories", repositories],
    ["Left out (objects absent)", leftOut.length],
    ["Files read", files],
    ["MiB read", Math.round(bytes / 1024 / 1024)],
    ["Declarations", declarations],
  ])}

Medians of ${runs}
${table([
  ["", "CPU", "wall", "peak memory"],
  costRow("knockon scan --jobs 1", extraction),
  costRow("git archive | tar x", unpacking),
])}

CPU ratio  ${cpuRatio.toFixed(2)}
`;
}

const costRow = (name: string, cost: Cost): string[] => [
  name,
  seconds(cost.cpuSeconds),
  seconds(cost.wallSeconds),
  mebibytes(cost.peakBytes),
];
