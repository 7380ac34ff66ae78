import type { Clock } from "@knockon/contract/vocabulary/clock";
import { arrivalBy, clocksFrom, spreadsOf, whensFrom } from "./arrivals.ts";
import { countAlso, countBeyond, parentsIn, withVia, withWaysBack } from "./both-sides.ts";
import { besideParents, byRisk, groupsLast } from "./card-order.ts";
import {
  collapseColumn,
  type CollapseOptions,
  LONG_COLUMN,
  MAX_CARDS,
  NO_SPREAD,
} from "./collapse-column.ts";
import { isConditionalAt } from "./condition.ts";
import { emptySides, rootTitles, titlesOf } from "./column-titles.ts";
import { type Direction, type Grouping, toggleKey } from "./graph-search.ts";
import type { GraphView, ViewEdge, ViewNode } from "./graph-view.ts";
import {
  type Card,
  type CardEdge,
  combineEdges,
  describeCards,
  fastestOf,
  type Layers,
  slowestOf,
} from "./layers.ts";
import { divideSections, type FramedRoom, framedIn } from "./sections.ts";
import { type Side, sidesOf } from "./sides.ts";
import { type Stack, stackOf } from "./stack.ts";
import { isTangle, usualEdges } from "./usual-edges.ts";

export interface RootedOptions {
  root: string;
  direction: Direction;
  /** `artifacts`: only dependents that a change affects. `repositories`: all. */
  through: "artifacts" | "repositories";
  /** Hops that are expanded by default. */
  depth: number;
  toggled: ReadonlySet<string>;
  open: ReadonlySet<string>;
  grouping: Grouping;
  /** Always a separate card. */
  selected?: string | undefined;
  /** The number of cards that fit below each other, for so many columns. */
  rowsFor?: (columns: number) => number;
  /** The room of a column that is the only one on its side of the root. Without it, no column is framed. */
  framed?: FramedRoom;
  /** The same where lines are summed up, with so many columns below each other: of those beside each other, and of all that are below each other. */
  summed?: {
    rowsFor: (columns: number, stacked: number) => number;
    stackedRowsFor: (stacked: number, columns: number) => number;
  };
}

/** Arranges what is around a repository in columns by hops: what it uses on the left, what uses it on the right. */
export function rootedLayers(view: GraphView, options: RootedOptions): Layers {
  const layers = arrange(view, options);
  return isTangle(layers)
    ? arrange(view, options, {
        stack: stackOf(layers, options.summed?.stackedRowsFor ?? (() => LONG_COLUMN)),
      })
    : layers;
}

/** Of a drawing whose lines are summed up. */
interface Summed {
  /** The columns below the root. */
  stack: Stack | undefined;
}

function arrange(view: GraphView, options: RootedOptions, summed?: Summed): Layers {
  const stack = summed?.stack;
  const { root, direction, through, depth, toggled } = options;
  const nodes = new Map(view.nodes.map((node) => [node.id, node]));
  const { right, left: onLeft, isPart } = sidesOf(view, root, through);
  const columnOf = new Map([[root, 0]]);
  const isExpanded = (id: string, hops: number): boolean =>
    hops === 0 || hops < depth !== toggled.has(toggleKey(hops, id));
  // What is on both sides as near is a dependency, which its card then marks as a dependent.
  const sides = [
    ...(direction === "dependents" ? [] : [onLeft]),
    ...(direction === "dependencies" ? [] : [right]),
  ];
  const sideOf = (column: number): Side => (column < 0 ? onLeft : right);
  const columns = new Map<number, string[]>([[0, [root]]]);
  /** The repositories that expanding one shows, with their hops. */
  const shownBy = ({ next, hopsOf }: Side, id: string, hops: number): [id: string, hops: number][] =>
    [...(next.get(id) ?? [])]
      .map((neighbor): [string, number] => [neighbor, hopsOf?.(neighbor) ?? hops + 1])
      .filter(([, at]) => at <= Math.max(depth, hops + 1));
  let farthest = 0;
  /** The hops of dependents that are drawn as dependencies. What gets a change through them is drawn. */
  const alsoAt = new Map<string, number>();
  for (let hops = 0; hops <= farthest; hops++) {
    for (const side of sides) {
      const { sign } = side;
      const also = sign === 1 ? [...alsoAt].flatMap(([id, at]) => (at === hops ? id : [])) : [];
      for (const id of [...(columns.get(sign * hops) ?? []), ...also]) {
        if (!isExpanded(id, hops)) continue;
        for (const [neighbor, at] of shownBy(side, id, hops)) {
          const known = columnOf.get(neighbor);
          if (sign === 1 && known !== undefined && known < 0 && !alsoAt.has(neighbor)) {
            alsoAt.set(neighbor, at);
            farthest = Math.max(farthest, at);
          }
          if (known !== undefined) continue;
          columnOf.set(neighbor, sign * at);
          const members = columns.get(sign * at);
          if (members) members.push(neighbor);
          else columns.set(sign * at, [neighbor]);
          farthest = Math.max(farthest, at);
        }
      }
    }
  }

  /** Whether collapsing `parent` hides `id`: no other expanded repository of its column leads there. */
  const hangsOnlyFrom = (id: string, parent: string, column: number): boolean =>
    columnOf.get(id) === column + (column < 0 ? -1 : 1) &&
    ![...(sideOf(column).before.get(id) ?? [])].some(
      (other) => other !== parent && columnOf.get(other) === column && isExpanded(other, Math.abs(column)),
    );

  const repositoryCard = (node: ViewNode, column: number): Card => {
    const hops = Math.abs(column);
    const next = shownBy(sideOf(column), node.id, hops).map(([id]) => id);
    const hidden = next.filter((id) => !columnOf.has(id)).length;
    const hasNext = next.some((id) => hangsOnlyFrom(id, node.id, column));
    const expanded = isExpanded(node.id, hops) && hasNext;
    const returned = column < 0 ? alsoAt.get(node.id) : undefined;
    const isDependent = column > 0 || returned !== undefined;
    const onward = through === "artifacts" && isDependent ? node.affected?.onward : undefined;
    return {
      kind: "repository",
      id: node.id,
      column,
      clock: null,
      role: null,
      node,
      isRoot: column === 0,
      toggle: column !== 0 && (expanded || hidden > 0) ? toggleKey(hops, node.id) : null,
      isExpanded: expanded,
      hidden,
      ...(onward && { passesOn: onward.repositories }),
      ...(returned !== undefined && { alsoAt: returned }),
    };
  };
  const hopsOfDependents = new Map([...[...columnOf].filter(([, column]) => column >= 0), ...alsoAt]);
  const arrivals = clocksFrom(root, view.edges, hopsOfDependents);
  const clocks = clocksFrom(root, view.edges, columnOf);
  for (const [id, clock] of arrivals) if (!alsoAt.has(id)) clocks.set(id, clock);
  const also = new Map(
    [...alsoAt].map(([id, hops]) => {
      const node = through === "artifacts" ? nodes.get(id) : undefined;
      const clock = node?.affected?.clock ?? arrivals.get(id) ?? "unknown";
      const isMaximum = node !== undefined && isConditionalAt(node, clock);
      return [id, { hops, clock, isMaximum }] as const;
    }),
  );
  if (through === "artifacts")
    for (const [id, column] of columnOf) {
      const affected = nodes.get(id)?.affected;
      if (column > 0 && affected) clocks.set(id, affected.clock);
    }
  const clockOf = ({ id }: ViewNode): Clock | undefined => clocks.get(id);
  const whens = whensFrom(root, view.edges, columnOf);
  for (const [id, column] of columnOf) {
    const node = nodes.get(id);
    const isByImpact = through === "artifacts" && column > 0 && node?.affected;
    if (node && column !== 0 && !isByImpact)
      nodes.set(id, { ...node, mayArrive: whens.get(id)?.isMaximum ?? false });
  }
  const spreadOf = spreadsOf(view, root, [right, onLeft], through === "artifacts");
  const { rowsFor = () => LONG_COLUMN } = (summed && options.summed) ?? options;
  const stacked = stack?.size ?? 0;
  const free = rowsFor(columns.size - stacked, stacked);
  const framed = summed ? undefined : framedIn(columns, free, options.framed);
  // Timings are above the cards.
  const rows = summed ? free - 1 : free;
  let left = MAX_CARDS;
  const members = [...columns].flatMap(([column, ids]) => {
    const inside = ids.flatMap((id) => nodes.get(id) ?? []);
    const isPinned = ({ id }: ViewNode): boolean =>
      id === options.selected || toggled.has(toggleKey(Math.abs(column), id));
    const collapse = (
      some: readonly ViewNode[],
      room: Omit<CollapseOptions, "grouping" | "open" | "isPinned">,
    ): Card[] => {
      const { alone, groups } = collapseColumn(column, some, {
        ...options,
        ...room,
        left,
        isPinned,
        clockOf,
        spreadOf: (node) => (column === 0 ? NO_SPREAD : spreadOf(node.id, column)),
      });
      left -= alone.length + groups.length;
      return [...alone.map((node) => repositoryCard(node, column)), ...groups];
    };
    return column === framed?.at
      ? divideSections(inside, clockOf, framed).flatMap((section) => collapse(section.nodes, section))
      : collapse(inside, stack?.get(column) ?? { rows });
  });
  const isShown = (edge: ViewEdge): boolean => isPart(edge, columnOf);
  const parentsOf = parentsIn(view, columnOf, hopsOfDependents);
  const cardOf = new Map(
    members.flatMap((card) =>
      (card.kind === "group" ? card.nodes : [card.node]).map(({ id }) => [id, card.id] as const),
    ),
  );
  const edges = combineEdges(
    view.edges
      .filter(isShown)
      .map((edge) => ({ ...edge, version: null, clock: arrivalBy(edge, clocks, columnOf) })),
    (id) => cardOf.get(id),
  );
  const described = describeCards(members, edges).map((card) => withClock(card, clocks));
  const placed = withWaysBack(groupsLast(byRisk(described)), edges);
  const cards = summed ? placed.map((card) => withVia(card, parentsOf)) : placed;
  const layers: Layers = {
    cards,
    edges: edges.map((edge) => withSlowest(edge, cards)),
    columns: countAlso(
      [...columns].map(([at, ids]) => ({
        at,
        ...(at === 0 ? rootTitles(emptySides(sides, columns, nodes.get(root))) : titlesOf(at)),
        count: ids.length,
        ...(at === framed?.at && { parts: framed.parts }),
        ...(stack?.has(at) && { isBelow: true }),
      })),
      also,
    ).toSorted((a, b) => a.at - b.at),
    isAggregated: false,
    shownEdges: Infinity,
    clocks,
    also,
    isShown,
    beyond:
      through === "artifacts" && direction !== "dependencies"
        ? countBeyond(view, new Set([...columnOf.keys(), ...alsoAt.keys()]))
        : 0,
    leftOut: view.edges.filter((edge) => cardOf.has(edge.source) && cardOf.has(edge.target) && !isShown(edge))
      .length,
  };
  const counted = withDependents(layers);
  return summed
    ? { ...layers, cards: counted, isSummed: true }
    : { ...layers, cards: besideParents(counted, usualEdges(layers)) };
}

/** Sets the number of dependents of the root: the sum of the headings on their side. */
function withDependents({ cards, columns }: Layers): Card[] {
  const dependents = columns.reduce((sum, { at, count }) => sum + (at > 0 ? count : 0), 0);
  const hops = Math.max(...columns.map(({ farthest, at }) => farthest ?? at));
  return cards.map((card) =>
    card.kind === "repository" && card.isRoot && dependents > 0 ? { ...card, dependents, hops } : card,
  );
}

/** Sets the clock of a card to the one of its repository, or of the fastest of a group. */
function withClock(card: Card, clocks: ReadonlyMap<string, Clock>): Card {
  if (card.clock === null) return card;
  const nodes = card.kind === "group" ? card.nodes : [card.node];
  const found = nodes.flatMap(({ id }) => clocks.get(id) ?? []).map((clock) => ({ clock }));
  if (found.length === 0) return card;
  const clock = fastestOf(found);
  if (card.kind === "repository") return { ...card, clock };
  const others = new Set(found.flatMap((one) => (one.clock === clock ? [] : one.clock)));
  const count = found.filter((one) => one.clock === clock).length;
  return { ...card, clock, withClock: count, clocks: [...others] };
}

/** Gives the line to a group the slowest clock of its repositories: to some of them, it may not lead directly. Of a dependent, a version may decide it. */
function withSlowest(edge: CardEdge, cards: readonly Card[]): CardEdge {
  const end = cards.find(({ id, column }) => id === (column < 0 ? edge.from : edge.to));
  const clocks = end?.kind === "group" && edge.clock === "next_run" ? (end.clocks ?? []) : [];
  const nodes = end === undefined ? [] : end.kind === "group" ? end.nodes : [end.node];
  const isConditional = nodes.some((node) => isConditionalAt(node, "next_run"));
  return { ...edge, isConditional, clock: clocks.reduce(slowestOf, edge.clock) };
}
