import type { Thousandths } from "./confidence.ts";
import type { PackedGraph } from "./packed-graph.ts";
import { reach, type Reach } from "./traverse.ts";

/** What is around a root. Nodes and edges are indexes, in the order of the graph. */
export interface Surroundings {
  upstream: Reach;
  downstream: Reach;
  /** Includes the root. */
  nodes: number[];
  /** The edges between the nodes. */
  edges: number[];
}

/** Returns what is within `depth` hops of a root in either direction, over edges at or above the confidence floor. */
export function surroundingsOf(
  graph: PackedGraph,
  root: number,
  depth: number,
  floor: Thousandths,
): Surroundings {
  const upstream = reach(graph, root, "upstream", depth, floor);
  const downstream = reach(graph, root, "downstream", depth, floor);
  const isReached = graph.nodes.map(
    (_, node) => (upstream.strength[node] ?? 0) > 0 || (downstream.strength[node] ?? 0) > 0,
  );
  const { source, target, confidence } = graph.columns;
  const edges: number[] = [];
  for (const [edge, from] of source.entries()) {
    const isInside = isReached[from] && isReached[target[edge] ?? -1];
    if (isInside && (confidence[edge] ?? 0) >= floor) edges.push(edge);
  }
  return { upstream, downstream, nodes: [...isReached.keys()].filter((node) => isReached[node]), edges };
}
