import { LONG_COLUMN, MAX_CARDS } from "./collapse-column.ts";
import { nameOf } from "./card-text.ts";
import { besideParents, byRisk, groupsLast } from "./card-order.ts";
import { emptySides, rootTitles, titleOfColumn } from "./column-titles.ts";
import type { Direction, Grouping } from "./graph-search.ts";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { GraphView, ViewEdge, ViewNode } from "./graph-view.ts";
import { type AtHops, type Card, type CardEdge, drawnNodes, type Layers } from "./layers.ts";
import { type FramedRoom, timingsOf } from "./sections.ts";
import { cardsOn } from "./side-cards.ts";
import { type DrawnSide, expandSide, isDrawnOn, sidesOf } from "./sides.ts";
import { framedIn, type Stack, stackOf } from "./stack.ts";
import { isTangle, usualEdges } from "./usual-edges.ts";

export interface RootedOptions {
  root: string;
  direction: Direction;
  /** `artifacts`: only dependents that a change affects. `repositories`: all. */
  through: "artifacts" | "repositories";
  /** Whether the view leaves some repositories out. */
  isFiltered?: boolean;
  /** Hops that are expanded by default. */
  depth: number;
  toggled: ReadonlySet<string>;
  open: ReadonlySet<string>;
  grouping: Grouping;
  /** The ID of a card, whose repository always has a separate one. */
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
  const sides = sidesOf(view, options.root, options).map((side) => expandSide(side, options));
  const layers = arrange(view, sides, options);
  return isTangle(layers)
    ? arrange(view, sides, options, {
        stack: stackOf(layers, options.summed?.stackedRowsFor ?? (() => LONG_COLUMN)),
      })
    : layers;
}

/** Of a drawing whose lines are summed up. */
interface Summed {
  /** The columns below the root. */
  stack: Stack | undefined;
}

function arrange(
  view: GraphView,
  sides: readonly DrawnSide[],
  options: RootedOptions,
  summed?: Summed,
): Layers {
  const { root, rowsFor = () => LONG_COLUMN } = { ...options, ...(summed && options.summed) };
  const columns = new Map(sides.flatMap((side) => [...side.columns]));
  const stacked = summed?.stack?.size ?? 0;
  const free = rowsFor(columns.size + 1 - stacked, stacked);
  const framed = summed ? undefined : framedIn(columns, free, options.framed);
  const stack = framed ? framed.stack : summed?.stack;
  const drawn = new Set(sides.flatMap(({ columnOf }) => [...columnOf.keys()]));
  const [one, other] = sides;
  const inCycle = new Set(
    [...drawn].filter((id) => id !== root && one?.columnOf.has(id) && other?.columnOf.has(id)),
  );
  const node = view.nodes.find(({ id }) => id === root);
  const cards: Card[] = node ? [rootCard(node)] : [];
  const edges: CardEdge[] = [];
  for (const side of sides) {
    const inside = cardsOn(view, side, {
      ...options,
      inCycle,
      left: MAX_CARDS - cards.length,
      hasVia: summed !== undefined || stack !== undefined,
      roomOf: (column) => ({
        framed: column === framed?.at ? framed : undefined,
        // Timings are above the cards.
        ...(stack?.get(column) ?? { rows: summed ? free - 1 : free }),
      }),
    });
    cards.push(...inside.cards);
    edges.push(...inside.edges);
  }
  const role = framed && roleBeside(view, root, framed.at);
  const isShown = (edge: ViewEdge): boolean => sides.some((side) => isDrawnOn(side, edge));
  const affected = sides.find(({ isByImpact }) => isByImpact);
  const beyond = affected ? beyondOf(view, affected, options.depth) : [];
  const isKnown = affected !== undefined && (beyond.length > 0 || options.isFiltered !== true);
  const left = options.isFiltered === true ? undefined : sides.find(({ sign }) => sign === -1);
  const beyondLeft = left && beyondDependencies(left);
  const layers: Layers = {
    cards: withDependents(
      groupsLast(byRisk(withRole(timedAbove(withStarts([...cards])), framed?.at, role !== undefined))),
      sides,
    ),
    edges,
    columns: [...columns, [0, [root]] as const]
      .map(([at, ids]) => ({
        at,
        ...(at === 0 ? rootTitles(emptySides(sides, node)) : { title: titleOfColumn(at) }),
        count: ids.length,
        ...(at === framed?.at && { parts: framed.parts, ...(role && { role }) }),
        ...(stack?.has(at) && { isBelow: true }),
        ...(at < 0 && at === beyondLeft?.at && { beyond: beyondLeft.beyond }),
      }))
      .toSorted((a, b) => a.at - b.at),
    isAggregated: false,
    shownEdges: Infinity,
    isShown,
    inCycle,
    ...(isKnown && { beyond }),
    leftOut: view.edges.filter(
      (edge) => drawn.has(edge.source) && drawn.has(edge.target) && !edge.passes && !isShown(edge),
    ).length,
  };
  return summed
    ? { ...layers, isSummed: true }
    : { ...layers, cards: besideParents(layers.cards, usualEdges(layers)) };
}

/** What follows the farthest dependencies that are drawn, if all nearer ones are. The view has all of one hop more. */
function beyondDependencies({
  columnOf,
  next,
  columns,
}: DrawnSide): { at: number; beyond: AtHops[] } | undefined {
  const at = Math.min(0, ...columns.keys());
  const hidden = (ids: Iterable<string>): Set<string> =>
    new Set([...ids].flatMap((id) => [...(next.get(id) ?? [])]).filter((id) => !columnOf.has(id)));
  const farthest = new Set(columns.get(at));
  const nearer = [...columnOf.keys()].filter((id) => !farthest.has(id));
  if (hidden(nearer).size > 0) return undefined;
  const count = hidden(farthest).size;
  return { at, beyond: count === 0 ? [] : [{ hops: 1 - at, count }] };
}

const rootCard = (node: ViewNode): Card => ({
  kind: "repository",
  id: node.id,
  column: 0,
  clock: null,
  role: null,
  node,
  isRoot: true,
  toggle: null,
  isExpanded: true,
  hidden: 0,
});

/** Characters of a name that a narrow card shows at least. */
const START = 12;

/** Marks the repositories that the start of their names tells from all others. */
function withStarts(cards: Card[]): Card[] {
  const startOf = (node: ViewNode): string => nameOf(node).slice(0, START);
  const nodes = new Map(drawnNodes({ cards }).map((node) => [node.id, node]));
  const starts = Map.groupBy(nodes.values(), startOf);
  return cards.map((card) =>
    card.kind === "repository" && starts.get(startOf(card.node))?.length === 1
      ? { ...card, isStartUnique: true }
      : card,
  );
}

/** Marks the cards of columns with one timing. */
function timedAbove(cards: Card[]): Card[] {
  const columns = new Set(cards.map(({ column }) => column));
  const uniform = new Set([...columns].filter((at) => at !== 0 && timingsOf({ cards }, at).length === 1));
  return cards.map((card) => (uniform.has(card.column) ? { ...card, isTimedAbove: true } : card));
}

/** Returns the role of all uses between the root and the column next to it. Undefined if there are several, or if it is the usual one. */
function roleBeside({ edges }: GraphView, root: string, at: number): Role | undefined {
  const beside = edges.filter(({ source, target }) => (at > 0 ? target : source) === root);
  const [role, ...others] = new Set(beside.map((edge) => edge.role));
  return others.length === 0 && role !== "runtime" ? role : undefined;
}

/** Marks the repositories of the framed column whose heading says for what they are used. */
const withRole = (cards: readonly Card[], framed: number | undefined, isRoleAbove: boolean): Card[] =>
  cards.map((card) =>
    card.kind === "repository" && card.column === framed ? { ...card, isRoleAbove } : card,
  );

/** Sets the number of dependents of the root, and how far they are. */
function withDependents(cards: readonly Card[], sides: readonly DrawnSide[]): Card[] {
  const right = sides.find(({ sign }) => sign === 1);
  if (!right || right.columns.size === 0) return [...cards];
  const dependents = right.columnOf.size - 1;
  const hops = Math.max(...right.columns.keys());
  return cards.map((card) =>
    card.kind === "repository" && card.isRoot ? { ...card, dependents, hops } : card,
  );
}

/**
 * Counts the repositories that a change of the root affects and that are not drawn as dependents. The view has all of one hop more
 * than `depth`.
 */
function beyondOf(
  { nodes, affectedByHops = [] }: GraphView,
  { columnOf }: DrawnSide,
  depth: number,
): AtHops[] {
  const affected = Map.groupBy(
    nodes.filter((node) => (node.affected?.hops ?? 0) > 0),
    (node) => node.affected?.hops ?? 0,
  );
  const farthest = Math.max(affectedByHops.length, ...affected.keys());
  return Array.from({ length: farthest }, (_, at) => {
    const hops = at + 1;
    const inView = affected.get(hops) ?? [];
    const all = hops > depth + 1 ? (affectedByHops[at] ?? inView.length) : inView.length;
    const hidden = inView.filter(({ id }) => !columnOf.has(id));
    const archived = hidden.filter((node) => node.archived).length;
    return {
      hops,
      count: all - inView.length + hidden.length,
      ...(archived > 0 && { archived }),
    };
  }).filter(({ count }) => count > 0);
}
