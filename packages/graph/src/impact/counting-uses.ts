import { BUILD_EVIDENCE, CERTAIN, type Thousandths } from "../confidence.ts";
import type { Adjacency, PackedGraph } from "../packed-graph.ts";
import type { Level, Users } from "./artifact-graph.ts";
import { filledRows } from "./rows.ts";
import { classIn, countingClasses, factsOf, firstUses } from "./use-traits.ts";

/** The uses of some roles, by whether their confidence is below a floor. Those below the floor do not count. */
export interface CountingUses {
  /** Per place, the uses by other repositories. */
  users: Users;
  /** The same for uses below the floor. */
  usersBelow: Users;
  /** Per repository, the distinct places that its uses with build evidence declare. */
  awaited: Pick<Adjacency, "offsets" | "neighbors">;
}

/** Greater than any confidence. */
const LIMIT = CERTAIN + 1;

interface Selection {
  floor: Thousandths;
  roles: number;
  uses: CountingUses;
}

const latest = new WeakMap<Level, Selection>();

/**
 * Selects the counting uses of a level. Kept for the latest floor and roles of each level, because most queries have the
 * defaults.
 */
export function countingUses(
  graph: PackedGraph,
  level: Level,
  floor: Thousandths,
  roles: number,
): CountingUses {
  const known = latest.get(level);
  if (known?.floor === floor && known.roles === roles) return known.uses;
  const uses = {
    users: selectUsers(level.users, countingClasses(roles, floor, LIMIT)),
    usersBelow: selectUsers(level.users, countingClasses(roles, 0, floor)),
    awaited: selectAwaited(graph, level, countingClasses(roles, Math.max(floor, BUILD_EVIDENCE), LIMIT)),
  };
  latest.set(level, { floor, roles, uses });
  return uses;
}

function selectUsers({ offsets, values, into, facts }: Users, counts: Uint8Array): Users {
  const selectedOffsets = new Uint32Array(offsets.length);
  const selected = new Uint32Array(values.length);
  let count = 0;
  for (let place = 0; place + 1 < offsets.length; place++) {
    const end = offsets[place + 1] ?? 0;
    for (let at = offsets[place] ?? 0; at < end; at++) {
      // Without branches, because which uses count cannot be predicted.
      selected[count] = at;
      count += counts[classIn(facts[at] ?? 0)] ?? 0;
    }
    selectedOffsets[place + 1] = count;
  }
  const positions = selected.subarray(0, count);
  const rows = { offsets: selectedOffsets, values: pick(values, positions) };
  return { ...rows, filled: filledRows(rows), into: pick(into, positions), facts: pick(facts, positions) };
}

function pick(column: Uint32Array, positions: Uint32Array): Uint32Array {
  const picked = new Uint32Array(positions.length);
  for (let i = 0; i < positions.length; i++) picked[i] = column[positions[i] ?? 0] ?? 0;
  return picked;
}

function selectAwaited(
  graph: PackedGraph,
  { artifact, repository }: Level,
  counts: Uint8Array,
): CountingUses["awaited"] {
  const [facts, first] = [factsOf(graph), firstUses(graph)];
  const offsets = new Uint32Array(first.length);
  const neighbors = new Uint32Array(artifact.length);
  /** The last repository that declares each place. */
  const consumer = new Int32Array(repository.length).fill(-1);
  let count = 0;
  for (let node = 0; node + 1 < first.length; node++) {
    const end = first[node + 1] ?? 0;
    for (let use = first[node] ?? 0; use < end; use++) {
      const place = artifact[use] ?? 0;
      if (counts[classIn(facts[use] ?? 0)] === 0 || consumer[place] === node) continue;
      consumer[place] = node;
      neighbors[count++] = place;
    }
    offsets[node + 1] = count;
  }
  return { offsets, neighbors: neighbors.slice(0, count) };
}
