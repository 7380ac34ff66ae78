import { BUILD_EVIDENCE } from "../confidence.ts";
import type { Adjacency, PackedGraph } from "../packed-graph.ts";
import type { Level } from "./artifact-graph.ts";
import { UNREACHED, type Spread, type SpreadQuery } from "./spread.ts";
import { classIn, countingClasses, factsOf, firstUses } from "./use-traits.ts";

/**
 * Returns the edges that a rollout waits for, from consumers to producers: those with build evidence that a change travels
 * over, however far from the root. Uses by unaffected repositories and of the root are included.
 */
export function awaitedEdges(
  graph: PackedGraph,
  { artifact }: Level,
  { floor, roles }: SpreadQuery,
  { hops }: Spread,
): Pick<Adjacency, "offsets" | "neighbors"> {
  const { target } = graph.uses;
  const [facts, first] = [factsOf(graph), firstUses(graph)];
  const counts = countingClasses(Math.max(floor, BUILD_EVIDENCE), roles);
  const isReached = new Uint8Array(hops.length);
  for (let place = 0; place < hops.length; place++) isReached[place] = Number(hops[place] !== UNREACHED);
  const offsets = new Uint32Array(first.length);
  const neighbors = new Uint32Array(target.length);
  let count = 0;
  for (let node = 0; node + 1 < first.length; node++) {
    const end = first[node + 1] ?? 0;
    for (let use = first[node] ?? 0; use < end; use++) {
      // Without branches, because which uses count cannot be predicted.
      neighbors[count] = target[use] ?? 0;
      count += (counts[classIn(facts[use] ?? 0)] ?? 0) & (isReached[artifact[use] ?? 0] ?? 0);
    }
    offsets[node + 1] = count;
  }
  return { offsets, neighbors };
}
