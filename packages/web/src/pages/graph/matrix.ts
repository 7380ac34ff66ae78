import type { Grouping } from "./graph-search.ts";
import { type GraphView, isSelective, restrict, type ViewEdge } from "./graph-view.ts";
import { commonKey, countOwners, groupNodes, type NodeGroup, OTHER } from "./grouping.ts";
import { type Ecosystem, ECOSYSTEMS } from "../../format/ecosystems.ts";

/** Dependencies of the repositories of one cluster on those of another. */
export interface Uses {
  count: number;
  /** Of these, on the next run. */
  nextRun: number;
  /** Of these, those of which a version or a file decides it. */
  may: number;
}

export interface MatrixCluster {
  key: string;
  title: string;
  /** If clusters are ecosystems. */
  ecosystem: Ecosystem | undefined;
  repositories: number;
  /** 1, and of a remainder the number of owners it stands for. One of other kinds stands for none. */
  members: number;
  /** Whether it is everything else: its parts use each other, which counts as uses of others. */
  isRest: boolean;
  /** Dependencies among its repositories, in a remainder among those of each part. */
  within: Uses;
  /** Dependencies on other clusters, and of these on it. */
  using: Uses;
  used: Uses;
}

export interface ClusterMatrix {
  /** Those that others get most from on their next run first, then what they use most. What is in no other cluster is last. */
  clusters: MatrixCluster[];
  /** Of these, those that others use, all if they are few, or else those that they use most. */
  columns: MatrixCluster[];
  /** The clusters that others use and that have no column. They have one together. */
  others: MatrixCluster[];
  /** Repositories of clusters that neither use anything nor are used: they have no row. */
  idle: number;
  /** By the consumer's cluster, then the producer's. Within a cluster only in a remainder, between its parts. */
  uses: ReadonlyMap<string, ReadonlyMap<string, Uses>>;
  /** By a cluster, those of the parts of the remainder that use it. */
  restUsers: ReadonlyMap<string, RestUsers>;
  /** The least and the greatest weight of cells that have any, without the row of the remainder, which has most of everything. */
  weights: { least: number; most: number };
}

/** What of the remainder uses a cluster: its number of owners, and whether something without one does. Of other kinds it has no number. */
export interface RestUsers {
  members: number;
  hasOthers: boolean;
}

/** Stands for `others` where a key of a cluster names a column. */
export const OTHERS = "others";

/** Of the uses of the cluster that others use most. */
const LEAST_USED = 0.1;

/** Up to so many clusters are all columns. */
export const FEW_CLUSTERS = 8;

const isEcosystem = (key: string): key is Ecosystem => key in ECOSYSTEMS;

export const NONE: Uses = { count: 0, nextRun: 0, may: 0 };

/** How much a number of dependencies weighs for its shade and its place: those that may be on the next run count half. */
export const weightOf = ({ nextRun, may }: Pick<Uses, "nextRun" | "may">): number => nextRun - may / 2;

/** Those on the next run first, then all. */
export const byUses = (a: Uses, b: Uses): number => weightOf(b) - weightOf(a) || b.count - a.count;

export const usesBetween = ({ uses }: ClusterMatrix, consumer: string, producer: string): Uses =>
  uses.get(consumer)?.get(producer) ?? NONE;

/** How often a cluster uses those without a column: a row of cells and this number is its sum. */
export const usesOfOthers = (matrix: ClusterMatrix, { key }: MatrixCluster): Uses =>
  sumOfUses(matrix.others.map((other) => usesBetween(matrix, key, other.key)));

/** One cluster that uses another. */
export interface StrongestPair {
  consumer: MatrixCluster;
  producer: MatrixCluster;
  uses: Uses;
}

/**
 * The pairs with the most dependencies, with the most on the next run for certain, and with the most that may be, if there are any, without
 * remainders. Undefined without dependencies.
 */
export function strongestPairs(
  matrix: ClusterMatrix,
): { most: StrongestPair; soonest?: StrongestPair; maybe?: StrongestPair } | undefined {
  const named = matrix.clusters.filter(({ isRest }) => !isRest);
  const pairs = named
    .flatMap((consumer) =>
      named.map((producer) => ({
        consumer,
        producer,
        uses: usesBetween(matrix, consumer.key, producer.key),
      })),
    )
    .filter(({ consumer, producer, uses }) => consumer !== producer && uses.count > 0);
  const [most] = pairs.toSorted((a, b) => b.uses.count - a.uses.count || byUses(a.uses, b.uses));
  const certainIn = ({ uses }: StrongestPair): number => uses.nextRun - uses.may;
  const [soonest] = pairs.toSorted((a, b) => certainIn(b) - certainIn(a) || byUses(a.uses, b.uses));
  const [maybe] = pairs.toSorted((a, b) => b.uses.may - a.uses.may || byUses(a.uses, b.uses));
  if (!most || !soonest || !maybe) return undefined;
  return {
    most,
    ...(certainIn(soonest) > 0 && { soonest }),
    ...(maybe.uses.may > 0 && (maybe !== soonest || certainIn(soonest) === 0) && { maybe }),
  };
}

/** The clusters that use this one with how many each stands for, in a remainder also its parts as one. Their uses add up to those of it. */
export const consumersOf = (matrix: ClusterMatrix, { key }: MatrixCluster) =>
  matrix.clusters
    .map((cluster) => ({
      cluster,
      uses: usesBetween(matrix, cluster.key, key),
      users: (cluster.isRest && matrix.restUsers.get(key)) || ONE_USER,
    }))
    .filter(({ uses }) => uses.count > 0);

/** Of some consumers of a cluster, those whose pairs with it are named elsewhere. */
export const namedAmong = (
  consumers: ReturnType<typeof consumersOf>,
  producer: MatrixCluster,
  named: readonly StrongestPair[],
) =>
  consumers.filter(({ cluster }) =>
    named.some((pair) => pair.producer === producer && pair.consumer === cluster),
  );

const ONE_USER: RestUsers = { members: 1, hasOthers: false };

export const sumOfUses = (all: readonly Uses[]): Uses =>
  all.reduce(
    (sum, one) => ({
      count: sum.count + one.count,
      nextRun: sum.nextRun + one.nextRun,
      may: sum.may + one.may,
    }),
    NONE,
  );

/** Returns a function that says whether a dependency is on the next run: nothing runs in an archived repository. */
export function onNextRunIn({ nodes }: GraphView): (edge: ViewEdge) => boolean {
  const archived = new Set(nodes.flatMap(({ id, archived: isArchived }) => (isArchived ? id : [])));
  return ({ clock, source }) => clock === "next_run" && !archived.has(source);
}

/** Counts the dependencies between all pairs of clusters. */
export function clusterMatrix(view: GraphView, grouping: Grouping, limit: number): ClusterMatrix {
  const groups = groupNodes(view.nodes, grouping, limit);
  const pairOf = pairsBetween(view, grouping, groups);
  const uses = new Map<string, Map<string, Uses>>();
  const ownerOf = new Map(view.nodes.map(({ id, ownerName }) => [id, ownerName]));
  const isSoon = onNextRunIn(view);
  const rest = new Map<string, Set<string | undefined>>();
  const [using, used, within] = [new Map<string, Uses>(), new Map<string, Uses>(), new Map<string, Uses>()];
  const add = (counts: Map<string, Uses>, key: string, one: Uses): void =>
    void counts.set(key, sumOfUses([counts.get(key) ?? NONE, one]));
  for (const edge of view.edges) {
    const pair = pairOf(edge);
    if (!pair) continue;
    const isNext = isSoon(edge);
    const one = { count: 1, nextRun: Number(isNext), may: Number(isNext && isSelective(edge)) };
    if (pair.isWithin) {
      add(within, pair.consumer, one);
      continue;
    }
    const row = uses.get(pair.consumer) ?? new Map<string, Uses>();
    uses.set(pair.consumer, row);
    add(row, pair.producer, one);
    if (pair.consumer === OTHER) {
      const users = rest.get(pair.producer) ?? new Set();
      rest.set(pair.producer, users.add(grouping === "owner" ? ownerOf.get(edge.source) : undefined));
    }
    add(using, pair.consumer, one);
    add(used, pair.producer, one);
  }
  const clusters = groups
    .map(({ key, title, nodes }) => ({
      key,
      title,
      ecosystem: grouping === "ecosystem" && isEcosystem(key) ? key : undefined,
      repositories: nodes.length,
      members: key !== OTHER ? 1 : grouping === "owner" ? countOwners(nodes) : 0,
      isRest: key === OTHER,
      within: within.get(key) ?? NONE,
      using: using.get(key) ?? NONE,
      used: used.get(key) ?? NONE,
    }))
    .toSorted(
      (a, b) => Number(a.isRest) - Number(b.isRest) || byUses(a.used, b.used) || byUses(a.using, b.using),
    );
  const isIdle = ({ using: out, used: into, within: own }: MatrixCluster): boolean =>
    out.count + into.count + own.count === 0;
  const producers = clusters.filter((cluster) => cluster.used.count > 0);
  const least = LEAST_USED * Math.max(...producers.map((cluster) => cluster.used.count));
  const columns = producers.filter(
    (cluster) => !cluster.isRest && (clusters.length <= FEW_CLUSTERS || cluster.used.count >= least),
  );
  const matrix = {
    clusters: clusters.filter((cluster) => !isIdle(cluster)),
    columns,
    others: producers.filter((cluster) => !columns.includes(cluster)),
    idle: clusters.filter(isIdle).reduce((sum, { repositories }) => sum + repositories, 0),
    uses,
    restUsers: new Map(
      [...rest].map(([producer, users]) => [
        producer,
        { members: [...users].filter((one) => one !== undefined).length, hasOthers: users.has(undefined) },
      ]),
    ),
    weights: { least: 0, most: 0 },
  };
  const cells = matrix.clusters
    .filter(({ isRest }) => !isRest)
    .flatMap((row) => [
      ...columns.map(({ key }) => usesBetween(matrix, row.key, key)),
      ...(matrix.others.length === 1 ? [usesOfOthers(matrix, row)] : []),
    ]);
  const weights = cells.map(weightOf).filter((weight) => weight > 0);
  return weights.length === 0
    ? matrix
    : { ...matrix, weights: { least: Math.min(...weights), most: Math.max(...weights) } };
}

interface Pair {
  consumer: string;
  producer: string;
  /** Whether both are of the same cluster, in the remainder of the same part. */
  isWithin: boolean;
}

/** Returns a function from a dependency to its clusters. */
function pairsBetween(view: GraphView, grouping: Grouping, groups: readonly NodeGroup[]) {
  const clusterOf = new Map(groups.flatMap(({ key, nodes }) => nodes.map(({ id }) => [id, key] as const)));
  // A repository that has nothing in common with others is a separate part.
  const partOf = new Map(view.nodes.map((node) => [node.id, commonKey(node, grouping) ?? node.id]));
  return ({ source, target }: ViewEdge): Pair | undefined => {
    const [consumer, producer] = [clusterOf.get(source), clusterOf.get(target)];
    if (consumer === undefined || producer === undefined) return undefined;
    const isSame = consumer === producer && (consumer !== OTHER || partOf.get(source) === partOf.get(target));
    return { consumer, producer, isWithin: isSame };
  };
}

/** Restricts a view to the dependencies of a cell: of one cluster on another, or on those without a column. */
export function dependenciesOfCell(
  view: GraphView,
  grouping: Grouping,
  limit: number,
  { consumer, producer }: Pick<Pair, "consumer" | "producer">,
): GraphView {
  const pairOf = pairsBetween(view, grouping, groupNodes(view.nodes, grouping, limit));
  const keys =
    producer === OTHERS ? clusterMatrix(view, grouping, limit).others.map(({ key }) => key) : [producer];
  const isShown = (edge: ViewEdge): boolean => {
    const pair = pairOf(edge);
    return pair !== undefined && !pair.isWithin && pair.consumer === consumer && keys.includes(pair.producer);
  };
  const ends = view.edges.filter(isShown).flatMap(({ source, target }) => [source, target]);
  return restrict(view, new Set(ends), isShown);
}
