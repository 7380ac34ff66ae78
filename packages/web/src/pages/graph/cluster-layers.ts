import type { Grouping } from "./graph-search.ts";
import type { GraphView, ViewNode } from "./graph-view.ts";
import { groupNodes, type NodeGroup } from "./grouping.ts";
import {
  type Card,
  type CardEdge,
  combineEdges,
  describeCards,
  type GroupCard,
  type Layers,
} from "./layers.ts";
import { collapseColumn } from "./rooted-layers.ts";

const MAX_CLUSTERS = 28;
/** Cards of a column, roughly: of clusters, which have lines between all columns, and of repositories. */
const COLUMN_LENGTH = { clusters: 5, repositories: 13 };
const MAX_COLUMNS = 5;
/** Strongest edges that are always drawn, between clusters and around an open one. */
const SHOWN_EDGES = { overview: 24, members: 80 };
/** Clusters on each side of an open one. */
const MAX_NEIGHBORS = 24;

/** Arranges the clusters of an organization, those that others use on the left. */
export function clusterLayers(view: GraphView, grouping: Grouping): Layers {
  const groups = groupNodes(view.nodes, grouping, MAX_CLUSTERS);
  const combined = combineEdges(view.edges, clustersOf(groups)).toSorted((a, b) => b.count - a.count);
  const cards = groups.map((group) => clusterCard(group, 0));
  const balanced = byBalance(cards, combined, COLUMN_LENGTH.clusters);
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

/** Arranges all repositories of a small organization, those that others use on the left. */
export function repositoryLayers(view: GraphView): Layers {
  const ends = new Set(view.edges.flatMap(({ source, target }) => [source, target]));
  const isolated = view.nodes.filter(({ id }) => !ends.has(id));
  const edges = combineEdges(view.edges, (id) => id);
  const linked = byBalance(
    view.nodes.filter(({ id }) => ends.has(id)).map(memberCard),
    edges,
    COLUMN_LENGTH.repositories,
  );
  if (isolated.length === 0) return { ...linked, isAggregated: false, shownEdges: Infinity };
  const at = linked.columns.length;
  return {
    cards: [...linked.cards, ...isolated.map((node) => ({ ...memberCard(node), column: at }))],
    edges,
    columns: [...linked.columns, { at, title: "No dependencies", count: isolated.length }],
    isAggregated: false,
    shownEdges: Infinity,
  };
}

/** Sets the column of each card by how much it is used and how much it uses others. */
function byBalance(
  cards: readonly Card[],
  edges: readonly CardEdge[],
  length: number,
): Pick<Layers, "cards" | "edges" | "columns"> {
  const balance = new Map(cards.map(({ id }) => [id, { used: 0, using: 0 }]));
  for (const { from, to, count } of edges) {
    const [producer, consumer] = [balance.get(from), balance.get(to)];
    if (producer) producer.used += count;
    if (consumer) consumer.using += count;
  }
  const shareOf = ({ id }: Card): number => {
    const { used = 0, using = 0 } = balance.get(id) ?? {};
    return used + using === 0 ? 1 : using / (using + used);
  };
  const sorted = cards.toSorted((a, b) => shareOf(a) - shareOf(b));
  const count = Math.min(MAX_COLUMNS, Math.max(cards.length > 4 ? 3 : 2, Math.ceil(cards.length / length)));
  const arranged = sorted.map((card, index) => ({
    ...card,
    column: Math.floor((index * count) / sorted.length),
  }));
  const used = [...new Set(arranged.map(({ column }) => column))];
  return {
    cards: arranged,
    edges: [...edges],
    columns: used.map((at, index) => ({
      at,
      title: balanceInWords(index, used.length),
      count: sizeOf(arranged.filter(({ column }) => column === at)),
    })),
  };
}

/** The title of a column: from used by others to using others. */
function balanceInWords(index: number, columns: number): string {
  if (index === 0) return "Used by others";
  if (index === columns - 1) return "Using others";
  const middle = (columns - 1) / 2;
  return index === middle ? "Used and using" : index < middle ? "Mostly used" : "Mostly using";
}

/** Arranges the repositories of a cluster between the clusters that they use and those that use them. */
export function clusterMembers(
  view: GraphView,
  { cluster, grouping, open, selected }: ClusterOptions,
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
    grouping: subGrouping(grouping),
    isPinned: ({ id }) => id === selected,
  });
  const inner = [...alone.map(memberCard), ...rest];
  const cards: Card[] = [
    ...left.map((card) => ({ ...card, id: `used.${card.id}` })),
    ...inner,
    ...right.map((card) => ({ ...card, id: `using.${card.id}` })),
  ];
  const innerOf = new Map(
    inner.flatMap((card) =>
      (card.kind === "group" ? card.nodes : [card.node]).map(({ id }) => [id, card.id] as const),
    ),
  );
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

interface ClusterOptions {
  cluster: string;
  grouping: Grouping;
  open: ReadonlySet<string>;
  selected?: string | undefined;
}

const memberCard = (node: ViewNode): Card => ({
  kind: "repository",
  id: node.id,
  column: 0,
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
