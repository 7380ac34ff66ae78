import type { DependencyGraph } from "@knockon/contract/resources/graph";

/** Returns a graph in a form that is equal across databases: repositories by full path, sorted, without IDs and times. */
export function portableGraph({ nodes, edges, applied_min_confidence }: DependencyGraph) {
  const paths = new Map(nodes.map(({ id, metadata }) => [id, metadata.full_path]));
  const sorted = <T>(items: T[]): T[] =>
    items.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return {
    applied_min_confidence,
    nodes: sorted(
      nodes.map(
        ({ label, type, metadata: { connected_org_id: _org, last_scanned_at: at, ...metadata } }) => ({
          label,
          type,
          metadata: { ...metadata, isScanned: at !== null },
        }),
      ),
    ),
    edges: sorted(
      edges.map(({ id: _, source, target, ...edge }) => ({
        ...edge,
        source: paths.get(source),
        target: paths.get(target),
      })),
    ),
  };
}
