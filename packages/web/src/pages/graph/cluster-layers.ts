import { byRisk } from "./card-order.ts";
import { collapseColumn, type CollapseOptions } from "./collapse-column.ts";
import type { Grouping } from "./graph-search.ts";
import type { GraphView, ViewNode } from "./graph-view.ts";
import { commonKey, groupingInColumns, groupNodes, type NodeGroup, OTHER } from "./grouping.ts";
import {
  type Card,
  type CardEdge,
  type Column,
  combineEdges,
  describeCards,
  type GroupCard,
  type Layers,
} from "./layers.ts";

export const MAX_CLUSTERS = 24;
/** Strongest edges that are always drawn, between clusters and around an open one. */
const SHOWN_EDGES = { overview: 24, members: 80 };
/** Clusters on each side of an open one. */
const MAX_NEIGHBORS = 24;

/** Arranges the clusters of an organization, those that others use on the left. */
export function clusterLayers(view: GraphView, grouping: Grouping, columns = Infinity): Layers {
  const groups = groupNodes(view.nodes, grouping, MAX_CLUSTERS);
  const combined = combineEdges(view.edges, clustersOf(groups)).toSorted((a, b) => b.count - a.count);
  const within = countWithin(view, grouping, clustersOf(groups));
  const cards = groups.map((group) => ({ ...clusterCard(group, 0), within: within.get(group.key) ?? 0 }));
  const balanced = byBalance(cards, combined, columns);
  const columnOf = new Map(balanced.cards.map(({ id, column }) => [id, column]));
  const isBetween = ({ from, to }: CardEdge): boolean => columnOf.get(from) !== columnOf.get(to);
  return {
    ...balanced,
    edges: strongestFirst([...combined.filter(isBetween), ...combined.filter((edge) => !isBetween(edge))]),
    isAggregated: true,
    shownEdges: SHOWN_EDGES.overview,
  };
}

/** Puts the first edge of each card before the others, so that no card is without a line. */
function strongestFirst(edges: readonly CardEdge[]): CardEdge[] {
  const linked = new Set<string>();
  const first = edges.filter(({ from, to }) => {
    const isNew = !linked.has(from) || !linked.has(to);
    linked.add(from).add(to);
    return isNew;
  });
  return [...first, ...edges.filter((edge) => !first.includes(edge))];
}

/** Number of dependencies among the repositories of each cluster, in a remainder among those of each part. */
function countWithin(
  { nodes, edges }: GraphView,
  grouping: Grouping,
  clusterOf: (id: string) => string | undefined,
): Map<string, number> {
  const partOf = new Map(nodes.map((node) => [node.id, commonKey(node, grouping) ?? node.id]));
  const within = new Map<string, number>();
  for (const { source, target } of edges) {
    const key = clusterOf(target);
    if (key === undefined || key !== clusterOf(source)) continue;
    if (key !== OTHER || partOf.get(source) === partOf.get(target))
      within.set(key, (within.get(key) ?? 0) + 1);
  }
  return within;
}

interface RepositoryOptions {
  grouping: Grouping;
  /** Long columns are collapsed into groups, of which these are open. */
  open: ReadonlySet<string>;
  selected?: string | undefined;
  /** The number of columns that fit into the window. */
  columns?: number;
  /** The number of cards that fit below each other, for so many columns. */
  rowsFor?: (columns: number) => number;
}

/**
 * Arranges all repositories of a small organization, those that others use on the left. Those without dependencies are one card
 * with a separate heading below the last column, since a sixth column would not fit into the window.
 */
export function repositoryLayers(view: GraphView, options: RepositoryOptions): Layers {
  const { grouping, open, selected, columns: most = Infinity, rowsFor } = options;
  const ends = new Set(view.edges.flatMap(({ source, target }) => [source, target]));
  const linked = byBalance(
    view.nodes.filter(({ id }) => ends.has(id)).map((node) => memberCard(node)),
    combineEdges(view.edges, (id) => id),
    most,
  );
  const isolated = view.nodes.filter(({ id }) => !ends.has(id));
  const last = linked.columns.at(-1);
  const columns = last ? linked.columns : [{ ...NEITHER, at: 0, count: isolated.length }];
  const below: Column | undefined =
    last && isolated.length > 0
      ? { ...NEITHER, at: last.at + 1, count: isolated.length, isBelow: true }
      : undefined;
  const columnOf = new Map(linked.cards.map(({ id, column }) => [id, column]));
  const isPinned = ({ id }: ViewNode): boolean => id === selected;
  const cards = columns.flatMap((column): Card[] => {
    const members = last ? view.nodes.filter(({ id }) => columnOf.get(id) === column.at) : isolated;
    // One place below the last column is for those without dependencies.
    const rows = rowsFor && rowsFor(columns.length) - (column === last && isolated.length > 0 ? 1 : 0);
    const { alone, groups } = collapseColumn(column.at, members, {
      grouping,
      open,
      isPinned,
      spreadOf: ({ nextRun }) => ({ nextRun, total: nextRun }),
      leastAlone: LEAST_ALONE,
      ...(rows !== undefined && { rows }),
    });
    return byRisk([...alone.map((node) => memberCard(node, column.at)), ...groups]);
  });
  if (below) cards.push(...isolatedCards(isolated, below.at, { open, isPinned }));
  const cardOf = cardsOf(cards);
  const edges = combineEdges(view.edges, (id) => cardOf.get(id));
  return {
    cards,
    edges,
    columns: [...columns, ...(below ? [below] : [])],
    isAggregated: false,
    isRanked: true,
    shownEdges: Infinity,
  };
}

/** Repositories of a column that are shown alone at least, so that the column fits into a small window. */
const LEAST_ALONE = 2;

/** One card of all repositories without dependencies, until it is opened. */
function isolatedCards(
  nodes: readonly ViewNode[],
  column: number,
  { open, isPinned }: Pick<CollapseOptions, "open" | "isPinned">,
): Card[] {
  const id = `${column}.none`;
  const alone = nodes.length === 1 || open.has(id) ? nodes : nodes.filter(isPinned);
  const rest = nodes.filter((node) => !alone.includes(node));
  const opens = { key: id, as: "group" } as const;
  const group: Card = {
    kind: "group",
    id,
    column,
    clock: null,
    role: null,
    title: "No dependencies",
    nodes: rest,
    withClock: null,
    opens,
  };
  return [...alone.map((node) => memberCard(node, column)), ...(rest.length > 0 ? [group] : [])];
}

/** The card of each repository, also in groups. */
const cardsOf = (cards: readonly Card[]): Map<string, string> =>
  new Map(
    cards.flatMap((card) =>
      (card.kind === "group" ? card.nodes : [card.node]).map(({ id }) => [id, card.id] as const),
    ),
  );

const NO_DEPENDENCIES = "Unconnected";

/** Columns by the share of uses of others among all uses of a card. Only those that none uses, or that use none, are at the ends. */
const BALANCES = [
  { upTo: 0, title: "Start: only used", hint: "Others use them, and they use none." },
  { upTo: 0.4, title: "Near the start", hint: "Others use them more than they use others." },
  { upTo: 0.6, title: "Middle", hint: "Others use them about as much as they use others." },
  { upTo: 1 - Number.EPSILON, title: "Near the end", hint: "They use others more than others use them." },
  { upTo: 1, title: "End: only using", hint: "They use others, and none uses them." },
] as const;
/** The same levels for windows without room for so many columns: the outer ones are one. */
const FEW_BALANCES = [
  { upTo: 0.4, title: "Start", hint: "Others use them more than they use others." },
  BALANCES[2],
  { upTo: 1, title: "End", hint: "They use others more than others use them." },
] as const;
/** Windows without room for these columns show lists. */
const LEAST_COLUMNS = FEW_BALANCES.length;
const NEITHER = { title: NO_DEPENDENCIES, hint: "No one uses them, and they use none." } as const;

/** Sets the column of each card by how much it is used and how much it uses others. Empty columns are left out. */
function byBalance(
  cards: readonly Card[],
  edges: readonly CardEdge[],
  most: number,
): Pick<Layers, "cards" | "edges" | "columns"> {
  const balances = most < BALANCES.length && most >= LEAST_COLUMNS ? FEW_BALANCES : BALANCES;
  const balance = new Map(cards.map(({ id }) => [id, { used: 0, using: 0 }]));
  for (const { from, to, count } of edges) {
    const [producer, consumer] = [balance.get(from), balance.get(to)];
    if (producer) producer.used += count;
    if (consumer) consumer.using += count;
  }
  const levelOf = ({ id }: Card): number => {
    const { used = 0, using = 0 } = balance.get(id) ?? {};
    if (used + using === 0) return balances.length;
    return balances.findIndex(({ upTo }) => using / (using + used) <= upTo);
  };
  const levels = [...Map.groupBy(cards, levelOf)].toSorted(([a], [b]) => a - b);
  const arranged = levels.map(([, members], column) => members.map((card) => ({ ...card, column })));
  return {
    cards: arranged.flat(),
    edges: [...edges],
    columns: levels.map(([level, members], at) => ({
      at,
      title: (balances[level] ?? NEITHER).title,
      hint: (balances[level] ?? NEITHER).hint,
      count: sizeOf(members),
    })),
  };
}

/** Arranges the repositories of a cluster between the clusters that they use and those that use them. */
export function clusterMembers(
  view: GraphView,
  { cluster, grouping, open, selected, rowsFor }: ClusterOptions,
): Layers {
  const groups = groupNodes(view.nodes, grouping, MAX_CLUSTERS);
  const members = groups.find(({ key }) => key === cluster)?.nodes ?? [];
  const clusterOf = clustersOf(groups);
  const isMember = new Set(members.map(({ id }) => id));
  const around = combineEdges(view.edges, (id) => clusterOf(id));
  const besides = (column: number, keys: ReadonlySet<string>): GroupCard[] =>
    groups
      .filter(({ key }) => keys.has(key))
      .slice(0, MAX_NEIGHBORS)
      .map((group) => clusterCard(group, column));
  const producers = new Set(around.filter(({ to }) => to === cluster).map(({ from }) => from));
  const consumers = new Set(around.filter(({ from }) => from === cluster).map(({ to }) => to));
  // A cluster on both sides is drawn twice.
  const [left, right] = [besides(-1, producers), besides(1, consumers)];
  const { alone, groups: rest } = collapseColumn(0, members, {
    open,
    grouping: groupingInColumns(grouping === "owner" ? [] : members, subGrouping(grouping)),
    isPinned: ({ id }) => id === selected,
    ...(rowsFor && { rows: rowsFor(CLUSTER_COLUMNS) }),
  });
  const inner = [...alone.map((node) => memberCard(node)), ...rest];
  const cards: Card[] = [
    ...left.map((card) => ({ ...card, id: `used.${card.id}` })),
    ...inner,
    ...right.map((card) => ({ ...card, id: `using.${card.id}` })),
  ];
  const innerOf = cardsOf(inner);
  const known = new Set(cards.map(({ id }) => id));
  const side = (id: string, name: "used" | "using"): string | undefined => {
    const card = `${name}.${clusterOf(id)}`;
    return isMember.has(id) ? innerOf.get(id) : known.has(card) ? card : undefined;
  };
  const within = view.edges.filter(({ source, target }) => isMember.has(source) || isMember.has(target));
  const edges = [
    ...combineEdges(
      within.filter(({ target }) => !isMember.has(target)),
      (id) => side(id, "used"),
    ),
    ...combineEdges(
      within.filter(({ target }) => isMember.has(target)),
      (id) => side(id, "using"),
    ),
  ].toSorted((a, b) => b.count - a.count);
  return {
    cards: describeCards(cards, edges).map((card) =>
      card.column === 0 ? { ...card, clock: null, role: null } : card,
    ),
    edges,
    columns: [
      ...(left.length > 0 ? [{ at: -1, title: "Uses", count: sizeOf(left) }] : []),
      { at: 0, title: "Repositories", count: members.length },
      ...(right.length > 0 ? [{ at: 1, title: "Used by", count: sizeOf(right) }] : []),
    ],
    isAggregated: true,
    shownEdges: SHOWN_EDGES.members,
  };
}

/** The open cluster, and those on both sides. */
const CLUSTER_COLUMNS = 3;

interface ClusterOptions extends Pick<RepositoryOptions, "rowsFor"> {
  cluster: string;
  grouping: Grouping;
  open: ReadonlySet<string>;
  selected?: string | undefined;
}

/** The card of a repository without a root. */
export const memberCard = (node: ViewNode, column = 0): Card => ({
  kind: "repository",
  id: node.id,
  column,
  clock: null,
  role: null,
  node,
  isRoot: false,
  toggle: null,
  isExpanded: false,
  hidden: 0,
});

/** Repositories of a cluster are grouped by something else than the cluster. */
const subGrouping = (grouping: Grouping): Grouping => (grouping === "prefix" ? "ecosystem" : "prefix");

const sizeOf = (cards: readonly Card[]): number =>
  cards.reduce((sum, card) => sum + (card.kind === "group" ? card.nodes.length : 1), 0);

function clustersOf(groups: readonly NodeGroup[]): (id: string) => string | undefined {
  const clusters = new Map(groups.flatMap(({ key, nodes }) => nodes.map(({ id }) => [id, key] as const)));
  return (id) => clusters.get(id);
}

const clusterCard = (
  { key, title, nodes }: { key: string; title: string; nodes: ViewNode[] },
  column: number,
): GroupCard => ({
  kind: "group",
  id: key,
  column,
  clock: null,
  role: null,
  title,
  nodes,
  withClock: null,
  opens: { key, as: "cluster" },
});
