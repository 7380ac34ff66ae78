import { join } from "node:path";
import { findCommits, writeListing, type Commit } from "../measure/commits.ts";
import { runScan, runScanWithReport } from "../measure/knockon-scan.ts";
import { medianCost } from "../measure/median-cost.ts";
import type { Cost } from "../measure/run-measured.ts";
import { withTemporaryFolder } from "../measure/temporary-folder.ts";
import { archive } from "./archive.ts";
import { presentExtract, type ExtractResult } from "./present-extract.ts";

/** Both sides read the same commits, in turns, after one turn each that counts for nothing. */
export async function extractBench(path: string, options: { json: boolean; runs: number }): Promise<string> {
  const result = await withTemporaryFolder((folder) => measure(path, options.runs, folder));
  return options.json ? `${JSON.stringify(result, null, 2)}\n` : presentExtract(result);
}

async function measure(path: string, runs: number, folder: string): Promise<ExtractResult> {
  const { whole, partial } = await separate(await findCommits(path));
  if (whole.length === 0) throw new Error("None of these repositories has all its objects.");
  const listing = join(folder, "listing.jsonl");
  await writeListing(listing, whole);
  const { report } = await runScanWithReport(listing, join(folder, "report.json"));
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  for (let run = 0; run < runs; run++) {
    theirs.push(await withTemporaryFolder((target) => archive(whole, target)));
    ours.push(await runScan(listing));
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

/** A partial clone cannot be archived; also warms git's files up. */
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
