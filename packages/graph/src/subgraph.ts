import type { Adjacency } from "./packed-graph.ts";

/** The part of an adjacency whose edges are usable and have both ends among the members. Both masks hold 1 for yes. */
export function restrict(
  { offsets, neighbors, edges }: Adjacency,
  members: Uint8Array,
  usable: Uint8Array,
): Adjacency {
  const kept: Adjacency = {
    offsets: new Uint32Array(offsets.length),
    neighbors: new Uint32Array(edges.length),
    edges: new Uint32Array(edges.length),
  };
  let count = 0;
  for (const [node, isMember] of members.entries()) {
    const end = isMember === 1 ? (offsets[node + 1] ?? 0) : 0;
    for (let slot = offsets[node] ?? 0; slot < end; slot++) {
      const [edge = 0, neighbor = 0] = [edges[slot], neighbors[slot]];
      if (usable[edge] !== 1 || members[neighbor] !== 1) continue;
      kept.edges[count] = edge;
      kept.neighbors[count] = neighbor;
      count++;
    }
    kept.offsets[node + 1] = count;
  }
  return { ...kept, neighbors: kept.neighbors.slice(0, count), edges: kept.edges.slice(0, count) };
}

/** The mask of the values that reach the floor. */
export function maskFrom(floor: number, values: Uint16Array | Uint32Array): Uint8Array {
  const mask = new Uint8Array(values.length);
  for (let i = 0; i < values.length; i++) mask[i] = Number((values[i] ?? 0) >= floor);
  return mask;
}

/** A node's neighbors, once for each edge. */
export const neighborsOf = ({ offsets, neighbors }: Adjacency, node: number): Uint32Array =>
  neighbors.subarray(offsets[node], offsets[node + 1] ?? 0);

/** The nodes for which a mask holds 1. */
export const nodesOf = (members: Uint8Array): number[] =>
  [...members.keys()].filter((node) => members[node] === 1);
