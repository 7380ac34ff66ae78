import type { ViewNode } from "./graph-view.ts";

/** More do not fit beside each other. */
export const LEADING = 4;

/** Repositories with the highest counts first, without those that count nothing. Archived repositories do not change. */
const leadingNodes = (nodes: readonly ViewNode[], count: (node: ViewNode) => number): ViewNode[] =>
  nodes
    .filter((node) => count(node) > 0 && !node.archived)
    .toSorted((a, b) => count(b) - count(a) || b.fanIn - a.fanIn || (a.fullPath < b.fullPath ? -1 : 1));

/** Repositories with the most dependents first. */
export const mostUsed = (nodes: readonly ViewNode[]): ViewNode[] => leadingNodes(nodes, ({ fanIn }) => fanIn);

/** Repositories with the most dependents on their next run first. */
export const mostOnNextRun = (nodes: readonly ViewNode[]): ViewNode[] =>
  leadingNodes(nodes, ({ nextRun }) => nextRun);

/** Those with dependents: most on their next run first, then most. */
export const riskiestFirst = (nodes: readonly ViewNode[]): ViewNode[] =>
  mostUsed(nodes).toSorted((a, b) => b.nextRun - a.nextRun);

/** The repository with the most dependents on their next run or, if there are none, the most used one. */
export const riskiestOf = (nodes: readonly ViewNode[]): ViewNode | undefined => riskiestFirst(nodes)[0];
