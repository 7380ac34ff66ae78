import { table } from "@knockon/cli/output/format";
import type { Cost } from "../measure/run-measured.ts";
import { mebibytes, seconds } from "../measure/units.ts";

export interface ExtractResult {
  repositories: number;
  /** Full paths of those whose objects are not all here. */
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

export function presentExtract(result: ExtractResult): string {
  const { repositories, leftOut, files, bytes, declarations, runs, extraction, archive, cpuRatio } = result;
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
  costRow("git archive | tar x", archive),
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
