import { lesser } from "./branchless.ts";
import type { Rows } from "./rows.ts";

/** Columns by node. */
export interface Rollout {
  /** Starts at 1: a node can be released once all earlier waves are. */
  wave: Uint32Array;
  /** Starts at 1: nodes that depend on each other are released together. 0 outside cycles. */
  cycleGroup: Uint32Array;
}

/** Per node, what it waits for: `values[offsets[node] .. ends[node] - 1]`. */
interface Awaited extends Rows {
  ends: Uint32Array;
}

const UNVISITED = 0;

/** The mark of a node whose wave is final. Negative, and the later the wave, the less. */
const released = (wave: number): number => ~wave;

/** Turns the mark of a released node into a number that is greater than any order, and retains that of an open node. */
const ORDER_BITS = 2 ** 31 - 1;

/**
 * Orders nodes for release: each after those of its producers that are nodes as well. `awaited` lists producers as
 * indices into `nodeOf`, which has their nodes, or the number of all nodes if a producer is not awaited. Numbers cycles in
 * the order of `nodes`.
 *
 * Tarjan's algorithm for strongly connected components, which completes producers first. Iterative, so that long chains
 * cannot overflow the stack. Open nodes are visited ones whose component is not complete. Most nodes wait only for released
 * ones and never become open.
 */
export function rollout(
  { offsets, ends, values }: Awaited,
  nodes: Uint32Array,
  nodeOf: Uint32Array,
): Rollout {
  const cycleGroup = new Uint32Array(ends.length);
  /** By node: `UNVISITED`, the position of an open node in the order of visits, from 1, or `released`. */
  const mark = new Int32Array(ends.length + 1).fill(released(0));
  const open = new Uint32Array(nodes.length);
  /** The path from the start of the search to the current node, and by position in it: the next producer to look at, */
  const path = new Uint32Array(nodes.length);
  const next = new Uint32Array(nodes.length);
  /** the smallest position of the open nodes found from it, and `released` for the last wave of the others. */
  const lowest = new Int32Array(nodes.length);
  const latest = new Int32Array(nodes.length);
  let [depth, openCount, visited, cycles] = [-1, 0, 0, 0];

  for (let i = 0; i < nodes.length; i++) mark[nodes[i] ?? 0] = UNVISITED;
  for (let start = 0; start < ends.length; start++) {
    if (mark[start] !== UNVISITED) continue;
    let node = start;
    for (;;) {
      const isNew = mark[node] === UNVISITED;
      const end = ends[node] ?? 0;
      let at = (isNew ? offsets[node] : next[depth]) ?? 0;
      let low = isNew ? ORDER_BITS : (lowest[depth] ?? 0);
      let late = isNew ? released(0) : (latest[depth] ?? 0);
      let producer = node;
      for (; at < end; at++) {
        producer = nodeOf[values[at] ?? 0] ?? 0;
        const found = mark[producer] ?? 0;
        if (found === UNVISITED) break;
        if (found < late) late = found;
        if ((found & ORDER_BITS) < low) low = found & ORDER_BITS;
      }
      if (isNew && at === end && low > visited) {
        mark[node] = late - 1;
      } else {
        if (isNew) {
          depth++;
          visited++;
          mark[node] = visited;
          open[openCount++] = node;
          path[depth] = node;
          low = lesser(low, visited);
        }
        if (at < end) {
          next[depth] = at;
          lowest[depth] = low;
          latest[depth] = late;
          node = producer;
          continue;
        }
        depth--;
        if (low === mark[node]) {
          // The component consists of the open nodes from this one on.
          const isCycle = open[openCount - 1] !== node;
          cycles += Number(isCycle);
          let member: number;
          do {
            member = open[--openCount] ?? 0;
            mark[member] = late - 1;
            cycleGroup[member] = isCycle ? cycles : 0;
          } while (member !== node);
        } else {
          lowest[depth] = lesser(low, lowest[depth] ?? 0);
          latest[depth] = lesser(late, latest[depth] ?? 0);
        }
      }
      if (depth < 0) break;
      node = path[depth] ?? 0;
    }
  }
  renumber(cycleGroup, nodes, cycles);
  return { wave: wavesOf(mark), cycleGroup };
}

/** Returns the waves of released nodes. */
function wavesOf(mark: Int32Array): Uint32Array {
  const wave = new Uint32Array(mark.length - 1);
  for (let node = 0; node < wave.length; node++) wave[node] = ~(mark[node] ?? 0);
  return wave;
}

/** Numbers groups in the order of their first nodes, keeping 0. */
function renumber(groups: Uint32Array, nodes: Uint32Array, groupCount: number): void {
  const numbers = new Uint32Array(groupCount + 1);
  let count = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] ?? 0;
    const group = groups[node] ?? 0;
    if (group !== 0 && numbers[group] === 0) numbers[group] = ++count;
    groups[node] = numbers[group] ?? 0;
  }
}
