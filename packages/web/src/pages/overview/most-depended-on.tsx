import type { DependencyGraph } from "@knockon/contract/resources/graph";

interface FanIn {
  id: string;
  fullPath: string;
  /** Number of distinct repositories. */
  dependents: number;
}

/** Edges below this confidence are mentions. */
const FLOOR = 0.4;

/** Ranks repositories by direct dependents. */
export function mostDependedOn(graphs: readonly DependencyGraph[], limit: number): FanIn[] {
  const names = new Map<string, string>();
  const consumers = new Map<string, Set<string>>();
  for (const { nodes, edges } of graphs) {
    for (const { id, metadata } of nodes) names.set(id, metadata.full_path);
    for (const { source, target, confidence } of edges) {
      if (confidence < FLOOR || source === target) continue;
      const known = consumers.get(target);
      if (known) known.add(source);
      else consumers.set(target, new Set([source]));
    }
  }
  return [...consumers]
    .map(([id, { size }]) => ({ id, fullPath: names.get(id) ?? id, dependents: size }))
    .toSorted((a, b) => b.dependents - a.dependents || (a.fullPath < b.fullPath ? -1 : 1))
    .slice(0, limit);
}
