import { table } from "@knockon/cli/output/format";
import { mebibytes, median, milliseconds, seconds } from "../measure/numbers.ts";
import { type Figures, figuresOf, presentCounts, rowsOf } from "./figures.ts";
import type { ScaleRun } from "./phases.ts";
import { presentPlans } from "./present-plans.ts";
import type { PushResult } from "./pushes.ts";
import type { ScaleResult } from "./scale-bench.ts";

export function presentScale({ seed, small, large }: ScaleResult): string {
  const [few, many] = [figuresOf(small), figuresOf(large)];
  return `${sizeOf(large)}, seed ${seed}

${table([
  ["", ...[small, large].map((run) => `${run.organization.repositories} repositories`), "ratio"],
  ...figureRows(few, many),
])}

Rows written by the unchanged rescan: ${presentCounts(large.rescan.written.byTable)}

${presentPushes(large.pushes.results)}

${presentPlans(large.plans)}
`;
}

const sizeOf = ({ organization, size }: ScaleRun): string => {
  const share = ((100 * size.firstParty) / size.declarations).toFixed(0);
  return `${organization.repositories} repositories, ${size.declarations} declarations (${share} % first-party), ${size.artifacts} artifacts, ${size.edges} edges`;
};

type Row = [name: string, format: (value: number) => string, of: (figures: Figures) => number | null];

/** Figures of both sizes. Those per repository and per push are comparable. */
const ROWS: Row[] = [
  ["first scan, wall", seconds, (it) => it.firstScan.wallSeconds],
  ["  CPU of the worker", seconds, (it) => it.firstScan.cpuSeconds],
  ["  CPU of Postgres", seconds, (it) => it.firstScan.postgresSeconds],
  ["  wall per repository", milliseconds, (it) => it.wallOfRepository],
  ["  CPU per repository, both", milliseconds, (it) => it.cpuOfRepository],
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
  ["size of the graph", mebibytes, (it) => it.graphBytes],
  ["size of the database", mebibytes, (it) => it.databaseBytes],
];

const figureRows = (few: Figures, many: Figures): string[][] =>
  ROWS.map(([name, format, of]) => {
    const [a, b] = [of(few), of(many)];
    const ratio = a === null || b === null || a === 0 ? "" : (b / a).toFixed(1);
    return [name, a === null ? "" : format(a), b === null ? "" : format(b), ratio];
  });

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

/** Lists the pushes by kind, and the one furthest above its bound. */
function presentPushes(pushes: readonly PushResult[]): string {
  const kinds = Map.groupBy(pushes, (push) => push.kind);
  const worst = pushes.toSorted((a, b) => excessOf(b) - excessOf(a))[0];
  return `${table([
    ["push", "number", "median", "longest", "rows, median", "bound, median", "above bound"],
    ...Array.from(kinds, ([kind, some]) => [
      kind,
      some.length,
      milliseconds(median(some.map((push) => push.milliseconds))),
      milliseconds(Math.max(...some.map((push) => push.milliseconds))),
      median(some.map((push) => rowsOf(push.byTable))),
      median(some.map((push) => push.bound)),
      some.filter((push) => excessOf(push) > 0).length,
    ]),
  ])}${worst && excessOf(worst) > 0 ? `\n\n${presentWorst(worst)}` : ""}`;
}

const excessOf = ({ byTable, bound }: PushResult): number => rowsOf(byTable) - bound;

const presentWorst = (push: PushResult): string =>
  `Furthest above the bound: ${push.kind} of repository-${push.repository}, ${push.changedDeclarations} declarations and ${push.changedEdges} edges changed: ${presentCounts(push.byTable)}`;
