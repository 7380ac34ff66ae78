import { ROLES } from "@knockon/contract/vocabulary/role";
import { BUILD_EVIDENCE } from "../confidence.ts";
import type { Adjacency, PackedGraph } from "../packed-graph.ts";
import type { Level } from "./artifact-graph.ts";
import { UNREACHED, type Spread, type SpreadQuery } from "./spread.ts";
import { confidenceIn, factsOf, firstUses, isOfRoles, roleIn } from "./use-traits.ts";

/** What follows from the uses between affected repositories that a change travels over. */
export interface Retraced {
  /** Per use, 1 if it leads to its repository with the fewest hops. */
  isArriving: Uint8Array;
  /** Per repository, the strongest role of its arriving uses: an index into `ROLES`. */
  role: Uint8Array;
  /** From consumers to producers. */
  producers: Edges;
  /** The part of `producers` that a rollout waits for: without the root and weak evidence. */
  awaited: Edges;
}

export type Edges = Pick<Adjacency, "offsets" | "neighbors">;

/** Goes through the uses by affected repositories again, once `spread` has found which artifacts change. */
export function retrace(
  graph: PackedGraph,
  { artifact }: Level,
  { root, floor, roles, countsForRoot }: SpreadQuery,
  { hops, repositoryHops }: Spread,
): Retraced {
  const { target } = graph.uses;
  const [facts, first] = [factsOf(graph), firstUses(graph)];
  const isArriving = new Uint8Array(facts.length);
  const role = new Uint8Array(graph.nodes.length).fill(ROLES.length);
  const [producers, awaited] = [createEdges(graph), createEdges(graph)];
  for (let node = 0; node < role.length; node++) {
    const fewest = repositoryHops[node] ?? UNREACHED;
    const end = fewest === UNREACHED ? 0 : (first[node + 1] ?? 0);
    for (let use = first[node] ?? 0; use < end; use++) {
      const before = hops[artifact[use] ?? 0] ?? UNREACHED;
      const producer = target[use] ?? 0;
      const fact = facts[use] ?? 0;
      if (before === UNREACHED || producer === node) continue;
      if (confidenceIn(fact) < floor || !isOfRoles(fact, roles)) continue;
      if (before === 0 && countsForRoot?.(use) === false) continue;
      if (before + 1 === fewest) {
        isArriving[use] = 1;
        role[node] = Math.min(role[node] ?? 0, roleIn(fact));
      }
      producers.add(node, producer);
      if (producer !== root && confidenceIn(fact) >= BUILD_EVIDENCE) awaited.add(node, producer);
    }
    producers.end(node);
    awaited.end(node);
  }
  return { isArriving, role, producers, awaited };
}

/** Collects distinct edges. Nodes must be added in order, with ascending neighbors. */
function createEdges({ nodes, uses }: PackedGraph) {
  const offsets = new Uint32Array(nodes.length + 1);
  const neighbors = new Uint32Array(uses.source.length);
  let count = 0;
  return {
    offsets,
    neighbors,
    add(node: number, neighbor: number): void {
      const isKnown = count > (offsets[node] ?? 0) && neighbors[count - 1] === neighbor;
      if (!isKnown) neighbors[count++] = neighbor;
    },
    end(node: number): void {
      offsets[node + 1] = count;
    },
  };
}
