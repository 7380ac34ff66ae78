import type { Spread } from "./collapse-column.ts";
import { ownersOf } from "./grouping.ts";
import { weightOf } from "./matrix.ts";
import type { GraphView, ViewNode } from "./graph-view.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { ownerWithin } from "../../format/words.ts";

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

type Uses = Pick<GraphView, "nodes" | "edges">;

export function dependentsIn({ nodes, edges }: Uses, id: string): ViewNode[] {
  const users = new Set(edges.flatMap(({ source, target }) => (target === id ? source : [])));
  return nodes.filter((node) => users.has(node.id));
}

/** The dependents that get a change of a repository on their next run, the most used first. */
export function reachedNextRun({ nodes, edges }: Uses, id: string): ViewNode[] {
  const soon = edges.filter(({ clock }) => clock === "next_run");
  return dependentsIn({ nodes, edges: soon }, id)
    .filter(({ archived }) => !archived)
    .toSorted((a, b) => b.fanIn - a.fanIn || (a.fullPath < b.fullPath ? -1 : 1));
}

/** The owners with most repositories that have a name in words. */
const NAMED_OWNERS = 3;

/**
 * `platform 9, support 7, checkout 7 and 26 other owners`: the owners of some dependents. As in an impact, a repository counts for each of its owners, and
 * of equals, those of more dependents are first, then those of the first of these. Empty if no owner is known. Without numbers where cards have others, of a part of these.
 */
export function ownersInWords(
  some: readonly ViewNode[],
  dependents: readonly ViewNode[],
  isCounted = true,
): string {
  const namesIn = (nodes: readonly ViewNode[]): string[] =>
    nodes.flatMap((node) => ownersOf(node).map((owner) => ownerWithin([owner], node.fullPath)));
  const all = Map.groupBy(namesIn(dependents), (name) => name);
  const of = (name: string): number => all.get(name)?.length ?? 0;
  const owners = [...Map.groupBy(namesIn(some), (name) => name)].toSorted(
    ([one, a], [other, b]) => b.length - a.length || of(other) - of(one),
  );
  const named = owners
    .slice(0, NAMED_OWNERS)
    .map(([name, { length }]) => (isCounted ? `${name} ${formatCount(length)}` : name));
  const more = owners.length - named.length;
  return named.join(", ") + (more > 0 ? ` and ${countOf(more, "other owner", "other owners")}` : "");
}
