import type { Spread } from "./collapse-column.ts";
import { weightOf } from "./matrix.ts";
import type { ViewNode } from "./graph-view.ts";

/** More do not fit beside each other. */
export const LEADING = 4;

/** Repositories with the most dependents first, without those that have none. Archived repositories do not change. */
export const mostUsed = (nodes: readonly ViewNode[]): ViewNode[] =>
  nodes
    .filter(({ fanIn, archived }) => fanIn > 0 && !archived)
    .toSorted((a, b) => b.fanIn - a.fanIn || (a.fullPath < b.fullPath ? -1 : 1));

/** How much a change of a repository risks, by its dependents on the next run. */
export const riskOf = ({ nextRun, nextRunMay }: Pick<ViewNode, "nextRun" | "nextRunMay">): number =>
  weightOf({ nextRun, may: nextRunMay });

/** The same where columns put what has most behind it first. */
export const spreadOfRisk = (node: ViewNode): Spread => ({ nextRun: riskOf(node), total: riskOf(node) });

/** Repositories with the most dependents on their next run first. */
export const mostOnNextRun = (nodes: readonly ViewNode[]): ViewNode[] =>
  riskiestFirst(nodes).filter(({ nextRun }) => nextRun > 0);

/** Those with dependents: most on their next run first, then most. */
export const riskiestFirst = (nodes: readonly ViewNode[]): ViewNode[] =>
  mostUsed(nodes).toSorted((a, b) => riskOf(b) - riskOf(a));

/** The repository with the most dependents on their next run or, if there are none, the most used one. */
export const riskiestOf = (nodes: readonly ViewNode[]): ViewNode | undefined => riskiestFirst(nodes)[0];
