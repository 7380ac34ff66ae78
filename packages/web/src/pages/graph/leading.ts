import type { Spread } from "./collapse-column.ts";
import { ownersOf } from "./grouping.ts";
import { weightOf } from "./matrix.ts";
import { distinctName } from "./card-text.ts";
import { type GraphView, isSelective, type ViewNode } from "./graph-view.ts";
import { countOf, formatCount } from "../../format/format.ts";
import { CLOCK_WORDS, ownerWithin, sentenceCase, timingLabel } from "../../format/words.ts";

/** More do not fit beside each other. */
export const LEADING = 4;

/** Repositories with the most dependents first, without those that have none. Archived repositories do not change. */
export const mostUsed = (nodes: readonly ViewNode[]): ViewNode[] =>
  mostUsedFirst(nodes.filter(({ fanIn, archived }) => fanIn > 0 && !archived));

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

/** The uses of a repository and by it, with their other ends. An organization has many more. */
export function ownUses(all: Uses | undefined, id: string): Uses {
  const edges = (all?.edges ?? []).filter(({ source, target }) => source === id || target === id);
  const ends = new Set(edges.flatMap(({ source, target }) => [source, target]));
  return { nodes: (all?.nodes ?? []).filter((node) => ends.has(node.id)), edges };
}

export function dependentsIn({ nodes, edges }: Uses, id: string): ViewNode[] {
  const users = new Set(edges.flatMap(({ source, target }) => (target === id ? source : [])));
  return nodes.filter((node) => users.has(node.id));
}

/** The dependents that get a change of a repository on their next run, the most used first. */
export function reachedNextRun({ nodes, edges }: Uses, id: string): ViewNode[] {
  const soon = edges.filter(({ clock }) => clock === "next_run");
  return mostUsedFirst(dependentsIn({ nodes, edges: soon }, id).filter(({ archived }) => !archived));
}

/**
 * The direct dependents of a repository by when they get a change of it, of each time the most used first: `On next run: shop`, `blog`, `may be: docs`, `later: wiki`,
 * `archived: old`. Without dependents, its dependencies. The first name of each time has the label.
 */
export function linkedInWords(view: Uses, id: string): string[] {
  const dependents = mostUsedFirst(dependentsIn(view, id));
  if (dependents.length === 0) {
    const needed = new Set(view.edges.flatMap(({ source, target }) => (source === id ? target : [])));
    return labeled([["depends on", mostUsedFirst(view.nodes.filter((node) => needed.has(node.id)))]]);
  }
  const soon = view.edges.filter(
    ({ target, clock, decides = true }) => target === id && decides && clock === "next_run",
  );
  const certain = new Set(soon.flatMap((edge) => (isSelective(edge) ? [] : edge.source)));
  const maybe = new Set(soon.map(({ source }) => source)).difference(certain);
  const active = dependents.filter(({ archived }) => !archived);
  return labeled([
    [CLOCK_WORDS.next_run.label, active.filter((node) => certain.has(node.id))],
    [
      certain.size > 0 ? "may be" : timingLabel("next_run", true),
      active.filter((node) => maybe.has(node.id)),
    ],
    [
      soon.length > 0 ? "later" : "dependents",
      active.filter((node) => !certain.has(node.id) && !maybe.has(node.id)),
    ],
    ["archived", dependents.filter(({ archived }) => archived)],
  ]);
}

/** Names, of which the first of each list has its label. */
const labeled = (lists: readonly (readonly [label: string, nodes: readonly ViewNode[]])[]): string[] =>
  lists
    .flatMap(([label, nodes]) => nodes.map((node, at) => (at === 0 ? `${label}: ` : "") + distinctName(node)))
    .map((name, at) => (at === 0 ? sentenceCase(name) : name));

export const mostUsedFirst = (nodes: readonly ViewNode[]): ViewNode[] =>
  nodes.toSorted((a, b) => b.fanIn - a.fanIn || (a.fullPath < b.fullPath ? -1 : 1));

/** The owners with most repositories that have a name in words. */
const NAMED_OWNERS = 3;

/**
 * `platform 9, support 7, checkout 7 and 26 others`: the owners of some dependents. As in an impact, a repository counts for each of its owners, and
 * of equals, those of more dependents are first, then those of the first of these. Empty if no owner is known.
 */
export function ownersInWords(some: readonly ViewNode[], dependents: readonly ViewNode[]): string {
  const namesIn = (nodes: readonly ViewNode[]): string[] =>
    nodes.flatMap((node) => ownersOf(node).map((owner) => ownerWithin([owner], node.fullPath)));
  const all = Map.groupBy(namesIn(dependents), (name) => name);
  const of = (name: string): number => all.get(name)?.length ?? 0;
  const owners = [...Map.groupBy(namesIn(some), (name) => name)].toSorted(
    ([one, a], [other, b]) => b.length - a.length || of(other) - of(one),
  );
  const named = owners.slice(0, NAMED_OWNERS).map(([name, { length }]) => `${name} ${formatCount(length)}`);
  const more = owners.length - named.length;
  return named.join(", ") + (more > 0 ? ` and ${countOf(more, "other", "others")}` : "");
}
