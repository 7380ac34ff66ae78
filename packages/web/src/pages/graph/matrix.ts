import type { Grouping } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import { commonKey, groupNodes, OTHER } from "./grouping.ts";
import { type Ecosystem, ECOSYSTEMS } from "../../format/ecosystems.ts";

/** Dependencies of the repositories of one cluster on those of another. */
export interface Uses {
  count: number;
  /** Of these, on the next run. */
  nextRun: number;
}

export interface MatrixCluster {
  key: string;
  title: string;
  /** If clusters are ecosystems. */
  ecosystem: Ecosystem | undefined;
  repositories: number;
  /** Whether it is everything else: its parts use each other, which counts as uses of others. */
  isRest: boolean;
  /** Dependencies among its repositories, in a remainder among those of each part. */
  within: Uses;
  /** Dependencies on other clusters, and of these on it. */
  using: Uses;
  used: Uses;
}

export interface ClusterMatrix {
  /** Those that others use most first, without a common key last. */
  clusters: MatrixCluster[];
  /** Of these, all if they are few, or else those that others use most: the others would be columns without numbers. */
  columns: MatrixCluster[];
  /** The number of clusters that others use and that have no column. */
  omitted: number;
  /** By the consumer's cluster, then the producer's. Within a cluster only in a remainder, between its parts. */
  uses: ReadonlyMap<string, ReadonlyMap<string, Uses>>;
  /** The greatest number on the next run. */
  mostNextRun: number;
}

/** Of the uses of the cluster that others use most. */
const LEAST_USED = 0.1;

/** Up to so many clusters are all columns. */
export const FEW_CLUSTERS = 8;

const isEcosystem = (key: string): key is Ecosystem => key in ECOSYSTEMS;

const NONE: Uses = { count: 0, nextRun: 0 };

export const usesBetween = ({ uses }: ClusterMatrix, consumer: string, producer: string): Uses =>
  uses.get(consumer)?.get(producer) ?? NONE;

/** How often a cluster uses those without a column: a row of cells and this number is its sum. */
export function usesOfOmitted(matrix: ClusterMatrix, { key, using }: MatrixCluster): Uses {
  const shown = matrix.columns.map((column) => usesBetween(matrix, key, column.key));
  return shown.reduce(
    (rest, { count, nextRun }) => ({ count: rest.count - count, nextRun: rest.nextRun - nextRun }),
    using,
  );
}

export const sumOfUses = (all: readonly Uses[]): Uses =>
  all.reduce((sum, one) => ({ count: sum.count + one.count, nextRun: sum.nextRun + one.nextRun }), NONE);

/** Counts the dependencies between all pairs of clusters. */
export function clusterMatrix(view: GraphView, grouping: Grouping, limit: number): ClusterMatrix {
  const groups = groupNodes(view.nodes, grouping, limit);
  const clusterOf = new Map(groups.flatMap(({ key, nodes }) => nodes.map(({ id }) => [id, key] as const)));
  // A repository that has nothing in common with others is a separate part.
  const partOf = new Map(view.nodes.map((node) => [node.id, commonKey(node, grouping) ?? node.id]));
  const uses = new Map<string, Map<string, Uses>>();
  const [using, used, within] = [new Map<string, Uses>(), new Map<string, Uses>(), new Map<string, Uses>()];
  const add = (counts: Map<string, Uses>, key: string, isNext: boolean): void => {
    const { count, nextRun } = counts.get(key) ?? NONE;
    counts.set(key, { count: count + 1, nextRun: nextRun + (isNext ? 1 : 0) });
  };
  for (const { source, target, clock } of view.edges) {
    const [consumer, producer] = [clusterOf.get(source), clusterOf.get(target)];
    if (consumer === undefined || producer === undefined) continue;
    const isNext = clock === "next_run";
    if (consumer === producer && (consumer !== OTHER || partOf.get(source) === partOf.get(target))) {
      add(within, consumer, isNext);
      continue;
    }
    const row = uses.get(consumer) ?? new Map<string, Uses>();
    uses.set(consumer, row);
    add(row, producer, isNext);
    add(using, consumer, isNext);
    add(used, producer, isNext);
  }
  const clusters = groups.map(({ key, title, nodes }) => ({
    key,
    title,
    ecosystem: grouping === "ecosystem" && isEcosystem(key) ? key : undefined,
    repositories: nodes.length,
    isRest: key === OTHER,
    within: within.get(key) ?? NONE,
    using: using.get(key) ?? NONE,
    used: used.get(key) ?? NONE,
  }));
  const counts = [...uses.values(), within].flatMap((row) => [...row.values()].map(({ nextRun }) => nextRun));
  const ordered = clusters.toSorted(
    (a, b) =>
      Number(a.isRest) - Number(b.isRest) || b.used.count - a.used.count || b.using.count - a.using.count,
  );
  const least = LEAST_USED * Math.max(...ordered.map((cluster) => cluster.used.count));
  const columns =
    ordered.length <= FEW_CLUSTERS
      ? ordered
      : ordered.filter((cluster) => cluster.used.count > 0 && cluster.used.count >= least);
  return {
    clusters: ordered,
    columns,
    omitted: ordered.filter((cluster) => cluster.used.count > 0 && !columns.includes(cluster)).length,
    uses,
    mostNextRun: Math.max(0, ...counts),
  };
}
