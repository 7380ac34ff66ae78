import { ROLES } from "@knockon/contract/vocabulary/role";
import { CERTAIN } from "../confidence.ts";
import type { PackedGraph } from "../packed-graph.ts";
import type { Level } from "./artifact-graph.ts";
import { groupRows } from "./rows.ts";
import { strengthOf, UNREACHED, type Spread } from "./spread.ts";
import { strongestOf } from "./use-traits.ts";

/** How a change gets to each repository: over the best path to those of its places that it gets to first. */
export interface Arrivals {
  /** Affected repositories, sorted by hops, strongest role, confidence (highest first) and full path. */
  nodes: Uint32Array;
  /** Hops by repository; `UNREACHED` if the repository is not affected. */
  hops: Uint8Array;
  quality: Uint16Array;
  /** The last use, which is the repository's own, as a position in `users.values`. */
  last: Int32Array;
  /** The strongest role of the uses that lead here with the fewest hops: an index into `ROLES`. */
  role: Uint8Array;
}

/** Combines the places of each repository. The root is not affected. */
export function arrivalsOf(
  { nodes }: PackedGraph,
  root: number,
  { repository }: Level,
  found: Spread,
): Arrivals {
  const hops = new Uint8Array(nodes.length).fill(UNREACHED);
  const quality = new Uint16Array(nodes.length);
  const last = new Int32Array(nodes.length);
  const role = new Uint8Array(nodes.length).fill(ROLES.length);
  const reached = new Uint32Array(nodes.length);
  let count = 0;
  for (let place = 0; place < repository.length; place++) {
    const round = found.hops[place] ?? 0;
    const node = repository[place] ?? 0;
    const known = hops[node] ?? 0;
    if (round === UNREACHED || round > known || node === root) continue;
    if (known === UNREACHED) reached[count++] = node;
    const value = found.quality[place] ?? 0;
    const use = found.last[place] ?? 0;
    const least = quality[node] ?? 0;
    const isSooner = round < known;
    const strongest = strongestOf(found.roles[place] ?? 0);
    if (isSooner || strongest < (role[node] ?? 0)) role[node] = strongest;
    if (!isSooner && (value < least || (value === least && use >= (last[node] ?? 0)))) continue;
    hops[node] = round;
    quality[node] = value;
    last[node] = use;
  }
  return { nodes: sortNodes(reached.subarray(0, count), { hops, quality, role }), hops, quality, last, role };
}

/** Keeps the order of nodes that are equal otherwise: that of their full paths. */
function sortNodes(
  nodes: Uint32Array,
  { hops, quality, role }: Pick<Arrivals, "hops" | "quality" | "role">,
): Uint32Array {
  const strengths = CERTAIN + 1;
  const keyOf = (node: number): number =>
    ((hops[node] ?? 0) * ROLES.length + (role[node] ?? 0)) * strengths +
    CERTAIN -
    strengthOf(quality[node] ?? 0);
  const deepest = nodes.reduce((depth, node) => Math.max(depth, hops[node] ?? 0), 0);
  return groupRows(nodes, (deepest + 1) * ROLES.length * strengths, keyOf).values;
}
