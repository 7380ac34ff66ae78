import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { Spread } from "./collapse-column.ts";
import { rankOfWhen, type When, whenAffected } from "./condition.ts";
import { type GraphView, isSelective, type ViewEdge, type ViewNode } from "./graph-view.ts";
import { slowestOf } from "./layers.ts";
import type { DrawnSide, Side } from "./sides.ts";

/**
 * Returns when each repository gets a change of the root, or the root one of each dependency. As in an impact, a path is
 * as slow as its slowest edge, and of the paths with the fewest hops, the fastest counts. What a version or a file decides is
 * slower than what comes in any case. Archived repositories pass nothing on, so that what is only reached through these has no timing.
 */
function whensFrom(
  root: string,
  { nodes, edges }: Pick<GraphView, "nodes" | "edges">,
  columnOf: ReadonlyMap<string, number>,
): Map<string, When> {
  const archived = new Set(nodes.flatMap((node) => (node.archived && node.id !== root ? node.id : [])));
  const steps = edges.flatMap((edge) => {
    const { source, target, clock } = edge;
    const [from, to] = [columnOf.get(target), columnOf.get(source)];
    if (from === undefined || to === undefined || to - from !== 1) return [];
    const when = { clock, isMaximum: clock === "next_run" && isSelective(edge) };
    return to > 0
      ? [{ inner: target, outer: source, hops: to, when }]
      : [{ inner: source, outer: target, hops: -from, when }];
  });
  const whens = new Map<string, When>();
  for (const { inner, outer, when } of steps.toSorted((a, b) => a.hops - b.hops)) {
    const before = inner === root ? when : whens.get(inner);
    if (before === undefined || archived.has(inner)) continue;
    const arrival = later(when, before);
    const known = whens.get(outer);
    whens.set(outer, known !== undefined && rankOfWhen(known) <= rankOfWhen(arrival) ? known : arrival);
  }
  return whens;
}

const later = (a: When, b: When): When => (rankOfWhen(a) >= rankOfWhen(b) ? a : b);

/** When a change arrives at each repository that is drawn on a side. */
export function whensOn(
  view: GraphView,
  root: string,
  { columnOf, isByImpact }: DrawnSide,
): Map<string, When> {
  const whens = whensFrom(root, view, columnOf);
  if (isByImpact)
    for (const { id, affected } of view.nodes)
      if (affected && columnOf.has(id) && id !== root) whens.set(id, whenAffected(affected));
  return whens;
}

/** Returns how many repositories are behind one: those that it passes a change on to, as in an impact, or else all that are known, also those that are not drawn. */
export function spreadsOn(
  view: GraphView,
  root: string,
  { next, sign, isByImpact }: Side,
): (id: string) => Spread {
  const columnOf = columnsFrom(root, { next, sign });
  const whens = whensFrom(root, view, columnOf);
  if (isByImpact)
    for (const { id, affected } of view.nodes) if (affected) whens.set(id, whenAffected(affected));
  const onward = new Map(view.nodes.map(({ id, affected }) => [id, affected?.onward]));
  return (start) => {
    const passed = isByImpact ? onward.get(start) : undefined;
    if (passed) return { nextRun: passed.next_run, total: passed.repositories };
    const behind = behindAll([start], columnOf, next);
    const nextRun = [...behind].filter((id) => whens.get(id)?.clock === "next_run").length;
    return { nextRun, total: behind.size };
  };
}

/** Returns how many repositories get a change through some, each counted once. Undefined unless that is what an impact says of each: of fewer hops, a view has not all. */
export function passedOnBy(
  view: GraphView,
  root: string,
  { next, sign, isByImpact }: Side,
): (nodes: readonly ViewNode[]) => number | undefined {
  const columnOf = columnsFrom(root, { next, sign });
  const archived = new Set(view.nodes.flatMap((node) => (node.archived ? node.id : [])));
  // No change gets to these.
  const countBehind = (ids: readonly string[]): number =>
    behindAll(ids, columnOf, next).difference(archived).size;
  return (nodes) => {
    const isKnown = nodes.every(({ id, affected }) => affected?.onward?.repositories === countBehind([id]));
    return isByImpact && isKnown ? countBehind(nodes.map(({ id }) => id)) : undefined;
  };
}

function columnsFrom(root: string, { next, sign }: Pick<Side, "next" | "sign">): Map<string, number> {
  const columnOf = new Map([[root, 0]]);
  for (const [id, column] of columnOf)
    for (const neighbor of next.get(id) ?? [])
      if (!columnOf.has(neighbor)) columnOf.set(neighbor, column + sign);
  return columnOf;
}

/** What is behind any of these, each one hop farther than what it is reached through. */
function behindAll(
  starts: readonly string[],
  columnOf: ReadonlyMap<string, number>,
  next: Side["next"],
): Set<string> {
  const behind = new Set(starts);
  for (const id of behind) {
    const hops = Math.abs(columnOf.get(id) ?? 0);
    for (const neighbor of next.get(id) ?? [])
      if (Math.abs(columnOf.get(neighbor) ?? 0) === hops + 1) behind.add(neighbor);
  }
  return behind.difference(new Set(starts));
}

/** Returns when a change arrives through an edge: not before it reached the end that is nearer to the root. */
export function arrivalBy(
  { source, target, clock }: ViewEdge,
  whens: ReadonlyMap<string, When>,
  sign: Side["sign"],
): Clock {
  const nearer = whens.get(sign === -1 ? source : target);
  return slowestOf(clock, nearer?.clock ?? clock);
}
