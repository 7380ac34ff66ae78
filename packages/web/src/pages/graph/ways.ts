import { hasOnlyArchivedWays, type ViewNode } from "./graph-view.ts";
import type { Way } from "./layers.ts";
import { mostUsedFirst } from "./leading.ts";

/** The most used first, which does not depend on what has a card. Archived ones pass nothing on, so that they are a way only without another one. */
export const byUse = (ways: readonly ViewNode[]): ViewNode[] =>
  mostUsedFirst(ways).toSorted((a, b) => Number(a.archived) - Number(b.archived));

/**
 * The repositories through which some are reached, as few as tell the way to each: first the one that leads to most, then the one that leads to most of the
 * others. Of equals, the most used is first. Archived repositories pass nothing on, so that those that are only reached through these are last. They are in
 * no timing, and need no way.
 */
export function coverOf(all: readonly ViewNode[]): Way[] {
  const isOpen = (node: ViewNode): boolean => !node.archived && !hasOnlyArchivedWays(node);
  const ways: Way[] = [];
  let left = all
    .filter(({ archived }) => !archived)
    .map((node) => {
      const through = node.arrival?.through ?? [];
      const open = through.filter(isOpen);
      return { node, through: open.length > 0 ? open : through, isBehindArchived: open.length === 0 };
    });
  while (left.length > 0) {
    const steps = left.flatMap((one) => one.through.map((via) => ({ ...one, via })));
    const open = steps.filter(({ isBehindArchived }) => !isBehindArchived);
    const byVia = Map.groupBy(open.length > 0 ? open : steps, ({ via }) => via);
    const most = Math.max(0, ...[...byVia.values()].map(({ length }) => length));
    const [via] = byUse([...byVia].flatMap(([one, { length }]) => (length === most ? one : [])));
    if (via === undefined) return ways;
    const found = new Set((byVia.get(via) ?? []).map(({ node }) => node));
    ways.push({ via, nodes: [...found], isBehindArchived: open.length === 0 });
    left = left.filter(({ node }) => !found.has(node));
  }
  return ways;
}

/** The ways to those of a group, in the same order. */
export function waysWithin(ways: readonly Way[], nodes: readonly ViewNode[]): Way[] {
  const inside = new Set(nodes.map(({ id }) => id));
  return ways
    .map((way) => ({ ...way, nodes: way.nodes.filter(({ id }) => inside.has(id)) }))
    .filter((way) => way.nodes.length > 0);
}

/** The ways to most first, and of equals the most used. */
export const byReach = (ways: readonly Way[]): Way[] =>
  ways.toSorted(
    (a, b) =>
      b.nodes.length - a.nodes.length ||
      b.via.fanIn - a.via.fanIn ||
      (a.via.fullPath < b.via.fullPath ? -1 : 1),
  );

export const countIn = (ways: readonly Way[]): number =>
  ways.reduce((sum, { nodes }) => sum + nodes.length, 0);
