import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { fromThousandths } from "@knockon/graph/confidence";
import { edgeId } from "@knockon/graph/edges";
import { edgeTraits } from "@knockon/graph/impact/edge-traits";
import { mainTypesIn } from "@knockon/graph/main-types";
import { getEdge, type PackedGraph } from "@knockon/graph/packed-graph";
import { reach, type Reach } from "@knockon/graph/traverse";

const ORG_ID = "00000000-0000-4000-8000-000000000000";

/** Returns the response of `GET …/graph?root=`, except for what is in the database: metadata and releases. */
export function rootedAnswer(
  graph: PackedGraph,
  root: number,
  depth: number,
  floor: number,
): DependencyGraph {
  const upstream = reach(graph, root, "upstream", depth, floor);
  const downstream = reach(graph, root, "downstream", depth, floor);
  const isReached = (node: number): boolean => strengthOf(upstream, node) + strengthOf(downstream, node) > 0;
  const { source, target, confidence } = graph.columns;
  const edges = [...source.keys()].filter(
    (edge) =>
      isReached(source[edge] ?? 0) && isReached(target[edge] ?? 0) && (confidence[edge] ?? 0) >= floor,
  );
  const traits = edgeTraits(graph, floor, () => null);
  const nodes = [...graph.nodes.keys()].filter(isReached);
  return {
    nodes: nodes.map((node) => presentNode(graph, node, upstream, downstream)),
    edges: edges.map((edge) => presentEdge(graph, edge, traits)),
    applied_min_confidence: fromThousandths(floor),
  };
}

const strengthOf = ({ strength }: Reach, node: number): number => strength[node] ?? 0;

function presentNode(graph: PackedGraph, node: number, upstream: Reach, downstream: Reach) {
  const nearest = strengthOf(upstream, node) > strengthOf(downstream, node) ? upstream : downstream;
  return {
    id: graph.nodes[node] ?? "",
    label: `repository-${node}`,
    type: "repository" as const,
    metadata: {
      full_path: `acme/repository-${node}`,
      connected_org_id: ORG_ID,
      archived: false,
      main_type: mainTypesIn(graph)(node) ?? undefined,
      last_scanned_at: null,
      ...presentReach(nearest, node),
      upstream: strengthOf(upstream, node) > 0 ? presentReach(upstream, node) : null,
      downstream: strengthOf(downstream, node) > 0 ? presentReach(downstream, node) : null,
    },
  };
}

const presentReach = (reached: Reach, node: number) => ({
  confidence: fromThousandths(strengthOf(reached, node)),
  hops: reached.hops[node] ?? 0,
});

function presentEdge(
  graph: PackedGraph,
  index: number,
  traits: ReturnType<typeof edgeTraits>,
): DependencyGraph["edges"][number] {
  const edge = getEdge(graph, index);
  return {
    id: edgeId(edge),
    source: edge.source,
    target: edge.target,
    dependency_type: edge.dependencyType,
    version_constraint: edge.versionConstraint,
    confidence: fromThousandths(edge.confidence),
    ...traits(index),
  };
}
