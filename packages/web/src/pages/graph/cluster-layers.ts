import { byBalance, sizeOf } from "./balance.ts";
import { byRisk } from "./card-order.ts";
import { collapseColumn } from "./collapse-column.ts";
import type { Grouping } from "./graph-search.ts";
import type { GraphView, ViewNode } from "./graph-view.ts";
import { commonKey, groupingInColumns, groupNodes, type NodeGroup, OTHER } from "./grouping.ts";
import { type Card, type CardEdge, cardsOf, combineEdges, type GroupCard, type Layers } from "./layers.ts";
import { litPartsOf } from "./lit-parts.ts";
import { riskiestOf, spreadOfRisk } from "./leading.ts";
import { byUses } from "./matrix.ts";

export const MAX_CLUSTERS = 24;
/** Strongest edges that are always drawn between clusters. */
const SHOWN_EDGES = 24;

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
    shownEdges: SHOWN_EDGES,
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

/** Arranges the repositories of a cluster between the clusters that they use and those that use them. */
export function clusterMembers(
  view: GraphView,
  { cluster, grouping, open, selected, rowsFor }: ClusterOptions,
): Layers {
  const groups = groupNodes(view.nodes, grouping, MAX_CLUSTERS);
  const { title = "Repositories", nodes: members = [] } = groups.find(({ key }) => key === cluster) ?? {};
  const clusterOf = clustersOf(groups);
  const isMember = new Set(members.map(({ id }) => id));
  const around = combineEdges(view.edges, (id) => clusterOf(id));
  /** The clusters on one side, those with the most dependencies on the next run first. */
  const besides = (side: "used" | "using"): GroupCard[] => {
    const [column, near, far] =
      side === "used" ? ([-1, "to", "from"] as const) : ([1, "from", "to"] as const);
    return around
      .filter((edge) => edge[near] === cluster)
      .toSorted(byUses)
      .flatMap((edge) => groups.find(({ key }) => key === edge[far]) ?? [])
      .map((group) => ({ ...clusterCard(group, column), id: `${side}.${group.key}` }));
  };
  // A cluster on both sides is drawn twice.
  const [left, right] = [besides("used"), besides("using")];
  const held = members.find(({ id }) => id === selected) ?? riskiestOf(members);
  const rows = rowsFor?.(CLUSTER_COLUMNS);
  const { alone, groups: rest } = collapseColumn(0, members, {
    open,
    grouping: groupingInColumns(grouping === "owner" ? [] : members, subGrouping(grouping)),
    isPinned: (node) => node === held,
    spreadOf: spreadOfRisk,
    ...(rows !== undefined && { rows, leastAlone: rows - ROWS_OF_GROUPS }),
  });
  const inner = byRisk([...alone.map((node) => memberCard(node)), ...rest]);
  const cards: Card[] = [...left, ...inner, ...right];
  const innerOf = cardsOf(inner);
  const known = new Set(cards.map(({ id }) => id));
  const side = (id: string, name: "used" | "using"): string | undefined => {
    const card = `${name}.${clusterOf(id)}`;
    return isMember.has(id) ? innerOf.get(id) : known.has(card) ? card : undefined;
  };
  const within = view.edges.filter(({ source, target }) => isMember.has(source) || isMember.has(target));
  const sides = (["used", "using"] as const).map((name) => ({
    edges: within.filter(({ target }) => isMember.has(target) === (name === "using")),
    cardOf: (id: string) => side(id, name),
  }));
  const edges = sides
    .flatMap((one) => combineEdges(one.edges, one.cardOf))
    .toSorted((a, b) => b.count - a.count);
  return {
    cards,
    edges,
    columns: [
      ...(left.length > 0 ? [{ at: -1, title: `Used by ${title}`, count: sizeOf(left) }] : []),
      { at: 0, title, count: members.length },
      ...(right.length > 0 ? [{ at: 1, title: `Using ${title}`, count: sizeOf(right) }] : []),
    ],
    isAggregated: false,
    isRanked: true,
    held: held && innerOf.get(held.id),
    litBy: (card) => litPartsOf(sides, card),
    shownEdges: Infinity,
  };
}

/** The open cluster, and those on both sides. */
const CLUSTER_COLUMNS = 3;
/** Of its repositories that are not shown alone. */
const ROWS_OF_GROUPS = 3;

interface ClusterOptions {
  cluster: string;
  grouping: Grouping;
  open: ReadonlySet<string>;
  selected?: string | undefined;
  /** The number of cards that fit below each other, for so many columns. */
  rowsFor?: (columns: number) => number;
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
