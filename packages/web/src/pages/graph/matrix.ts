import type { Grouping } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import { groupNodes, OTHER } from "./grouping.ts";
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
  /** Dependencies on other clusters, and of these on it. */
  using: Uses;
  used: Uses;
}

export interface ClusterMatrix {
  /** Those that others use most first, without a common key last. */
  clusters: MatrixCluster[];
  /** Of these, the ones that others use, without those of few uses: they would be columns without numbers. */
  columns: MatrixCluster[];
  /** By the consumer's cluster, then the producer's. Also within a cluster. */
  uses: ReadonlyMap<string, ReadonlyMap<string, Uses>>;
  /** The greatest number on the next run. */
  mostNextRun: number;
}

/** Of the uses of the cluster that others use most. */
const LEAST_USED = 0.1;

const isEcosystem = (key: string): key is Ecosystem => key in ECOSYSTEMS;

const NONE: Uses = { count: 0, nextRun: 0 };

export const usesBetween = ({ uses }: ClusterMatrix, consumer: string, producer: string): Uses =>
  uses.get(consumer)?.get(producer) ?? NONE;

/** Counts the dependencies between all pairs of clusters. */
export function clusterMatrix(view: GraphView, grouping: Grouping, limit: number): ClusterMatrix {
  const groups = groupNodes(view.nodes, grouping, limit);
  const clusterOf = new Map(groups.flatMap(({ key, nodes }) => nodes.map(({ id }) => [id, key] as const)));
  const uses = new Map<string, Map<string, Uses>>();
  const [using, used] = [new Map<string, Uses>(), new Map<string, Uses>()];
  const add = (counts: Map<string, Uses>, key: string, isNext: boolean): void => {
    const { count, nextRun } = counts.get(key) ?? NONE;
    counts.set(key, { count: count + 1, nextRun: nextRun + (isNext ? 1 : 0) });
  };
  for (const { source, target, clock } of view.edges) {
    const [consumer, producer] = [clusterOf.get(source), clusterOf.get(target)];
    if (consumer === undefined || producer === undefined) continue;
    const row = uses.get(consumer) ?? new Map<string, Uses>();
    uses.set(consumer, row);
    add(row, producer, clock === "next_run");
    if (consumer === producer) continue;
    add(using, consumer, clock === "next_run");
    add(used, producer, clock === "next_run");
  }
  const clusters = groups.map(({ key, title, nodes }) => ({
    key,
    title,
    ecosystem: grouping === "ecosystem" && isEcosystem(key) ? key : undefined,
    repositories: nodes.length,
    using: using.get(key) ?? NONE,
    used: used.get(key) ?? NONE,
  }));
  const counts = [...uses.values()].flatMap((row) => [...row.values()].map(({ nextRun }) => nextRun));
  const ordered = clusters.toSorted(
    (a, b) =>
      Number(a.key === OTHER) - Number(b.key === OTHER) ||
      b.used.count - a.used.count ||
      b.using.count - a.using.count,
  );
  const least = LEAST_USED * Math.max(...ordered.map((cluster) => cluster.used.count));
  return {
    clusters: ordered,
    columns: ordered.filter((cluster) => cluster.used.count > 0 && cluster.used.count >= least),
    uses,
    mostNextRun: Math.max(0, ...counts),
  };
}
