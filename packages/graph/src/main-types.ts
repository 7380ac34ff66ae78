import { ARTIFACT_TYPES, type ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { FAN_IN_FLOOR } from "./confidence.ts";
import { strengthOf, typeIn } from "./impact/route.ts";
import { factsOf } from "./impact/use-traits.ts";
import type { PackedGraph } from "./packed-graph.ts";

type MainTypeOf = (node: number) => ArtifactType | null;

const known = new WeakMap<PackedGraph, MainTypeOf>();

/** Returns the most frequent type of the uses of a repository, or if no other uses it, the one of what it uses. Leaves out uses below FAN_IN_FLOOR. Derived once per graph. */
export function mainTypesIn(graph: PackedGraph): MainTypeOf {
  const found = known.get(graph) ?? countTypes(graph);
  known.set(graph, found);
  return found;
}

function countTypes(graph: PackedGraph): MainTypeOf {
  const { source, target } = graph.uses;
  const facts = factsOf(graph);
  const types = ARTIFACT_TYPES.length;
  const incoming = new Uint32Array(graph.nodes.length * types);
  const outgoing = new Uint32Array(graph.nodes.length * types);
  for (const [use, consumer] of source.entries()) {
    const producer = target[use] ?? 0;
    const fact = facts[use] ?? 0;
    if (consumer === producer || strengthOf(fact) < FAN_IN_FLOOR) continue;
    add(incoming, producer * types + typeIn(fact));
    add(outgoing, consumer * types + typeIn(fact));
  }
  const mostIn = (counts: Uint32Array, node: number): ArtifactType | null => {
    let [most, found]: [number, ArtifactType | null] = [0, null];
    for (const [index, type] of ARTIFACT_TYPES.entries()) {
      const count = counts[node * types + index] ?? 0;
      if (count > most) [most, found] = [count, type];
    }
    return found;
  };
  return (node) => mostIn(incoming, node) ?? mostIn(outgoing, node);
}

const add = (counts: Uint32Array, at: number): void => void (counts[at] = (counts[at] ?? 0) + 1);
