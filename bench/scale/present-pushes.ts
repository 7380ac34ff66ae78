import { table } from "@knockon/cli/output/format";
import { median } from "../measure/median.ts";
import { milliseconds } from "../measure/units.ts";
import { rowsOf } from "./figures.ts";
import { presentCounts } from "./present-counts.ts";
import type { PushResult } from "./pushes.ts";

/** The pushes by kind, and of those that wrote too much the worst. */
export function presentPushes(pushes: readonly PushResult[]): string {
  const kinds = Map.groupBy(pushes, (push) => push.kind);
  const worst = pushes.toSorted((a, b) => excessOf(b) - excessOf(a))[0];
  return `${table([
    ["push", "number", "median", "longest", "rows, median", "bound, median", "above it"],
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
