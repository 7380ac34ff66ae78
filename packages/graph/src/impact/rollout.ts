import { BUILD_EVIDENCE } from "../confidence.ts";
import type { PackedGraph } from "../packed-graph.ts";
import { maskFrom, neighborsOf, nodesOf, restrict } from "../subgraph.ts";
import { components } from "./components.ts";

export interface Rollout {
  /** By node, from 1: it can be released once every earlier wave is. */
  wave: Map<number, number>;
  /** By node, from 1: those who depend on each other release together. */
  cycleGroup: Map<number, number>;
}

/** In which order the affected follow a change of the root, by what is certain enough to wait for. */
export function rollout(graph: PackedGraph, affected: Uint8Array): Rollout {
  const usable = maskFrom(BUILD_EVIDENCE, graph.columns.confidence);
  const producers = restrict(graph.outgoing, affected, usable);
  const wave = new Map<number, number>();
  const cycleGroup = new Map<number, number>();
  let groups = 0;
  for (const component of components(producers, nodesOf(affected))) {
    const awaited = component.flatMap((node) => [...neighborsOf(producers, node)]);
    const last = awaited.reduce((latest, producer) => Math.max(latest, wave.get(producer) ?? 0), 0);
    if (component.length > 1) groups++;
    for (const node of component) {
      wave.set(node, last + 1);
      if (component.length > 1) cycleGroup.set(node, groups);
    }
  }
  return { wave, cycleGroup };
}
