import { table } from "@knockon/cli/output/format";
import { mebibytes, milliseconds, seconds } from "../measure/units.ts";
import { figuresOf, type Figures } from "./figures.ts";
import type { ScaleRun } from "./phases.ts";
import { presentCounts } from "./present-counts.ts";
import { presentPlans } from "./present-plans.ts";
import { presentPushes } from "./present-pushes.ts";
import type { ScaleResult } from "./scale-bench.ts";

export function presentScale({ seed, small, large }: ScaleResult): string {
  const [few, many] = [figuresOf(small), figuresOf(large)];
  return `${sizeOf(large)}, seed ${seed}

${table([
  ["", ...[small, large].map((run) => `${run.organization.repositories} repositories`), "ratio"],
  ...rowsOf(few, many),
])}

Rows that the unchanged rescan wrote: ${presentCounts(large.rescan.written.byTable)}

${presentPushes(large.pushes.results)}

${presentPlans(large.plans)}
`;
}

const sizeOf = ({ organization, size }: ScaleRun): string => {
  const share = ((100 * size.firstParty) / size.declarations).toFixed(0);
  return `${organization.repositories} repositories, ${size.declarations} declarations (${share} % first-party), ${size.artifacts} artifacts, ${size.edges} edges`;
};

type Row = [name: string, tell: (value: number) => string, of: (figures: Figures) => number | null];

/** What is said of each size; times of one repository and one push can be compared. */
const ROWS: Row[] = [
  ["first scan, wall", seconds, (it) => it.firstScan.wallSeconds],
  ["  CPU of the worker", seconds, (it) => it.firstScan.cpuSeconds],
  ["  CPU of Postgres", seconds, (it) => it.firstScan.postgresSeconds],
  ["  wall a repository", milliseconds, (it) => it.wallOfRepository],
  ["  CPU a repository, both", milliseconds, (it) => it.cpuOfRepository],
  ["  beyond extraction, median of a repository", milliseconds, (it) => it.beyondExtraction],
  ["  beyond extraction, share of its time", percent, (it) => it.shareBeyond],
  ["  publish", milliseconds, (it) => it.firstPublish],
  ["  peak memory of the worker", mebibytes, (it) => it.firstScan.peakBytes],
  ["unchanged rescan, wall", seconds, (it) => it.rescan.wallSeconds],
  ["  CPU, both", seconds, (it) => it.rescan.cpuSeconds + (it.rescan.postgresSeconds ?? 0)],
  ["  rows written", String, (it) => it.rescanRows],
  ["  peak memory of the worker", mebibytes, (it) => it.rescan.peakBytes],
  ["push, median", milliseconds, (it) => it.push],
  ["  longest", milliseconds, (it) => it.longestPush],
  ["  publish, median", milliseconds, (it) => it.pushPublish],
  ["  CPU, both", milliseconds, (it) => it.cpuOfPush],
  ["  peak memory of the worker", mebibytes, (it) => it.pushes.peakBytes],
  ["bytes of the graph", mebibytes, (it) => it.graphBytes],
  ["bytes of the database", mebibytes, (it) => it.databaseBytes],
];

const rowsOf = (few: Figures, many: Figures): string[][] =>
  ROWS.map(([name, tell, of]) => {
    const [a, b] = [of(few), of(many)];
    const ratio = a === null || b === null || a === 0 ? "" : (b / a).toFixed(1);
    return [name, a === null ? "" : tell(a), b === null ? "" : tell(b), ratio];
  });

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
