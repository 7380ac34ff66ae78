import type { ViewNode } from "./graph-view.ts";

/** More do not fit beside each other. */
export const LEADING = 4;

/** Repositories with the most dependents first, without those that have none. Archived repositories do not change. */
export const mostUsed = (nodes: readonly ViewNode[]): ViewNode[] =>
  nodes
    .filter(({ fanIn, archived }) => fanIn > 0 && !archived)
    .toSorted((a, b) => b.fanIn - a.fanIn || (a.fullPath < b.fullPath ? -1 : 1));

/** The most on the next run first, then the most that are so in any case. */
const byNextRun = (a: ViewNode, b: ViewNode): number => b.nextRun - a.nextRun || a.nextRunMay - b.nextRunMay;

/** Repositories with the most dependents on their next run first. */
export const mostOnNextRun = (nodes: readonly ViewNode[]): ViewNode[] =>
  riskiestFirst(nodes).filter(({ nextRun }) => nextRun > 0);

/** Those with dependents: most on their next run first, then most. */
export const riskiestFirst = (nodes: readonly ViewNode[]): ViewNode[] => mostUsed(nodes).toSorted(byNextRun);

/** The repository with the most dependents on their next run or, if there are none, the most used one. */
export const riskiestOf = (nodes: readonly ViewNode[]): ViewNode | undefined => riskiestFirst(nodes)[0];
