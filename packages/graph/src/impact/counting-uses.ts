import { BUILD_EVIDENCE, CERTAIN, type Thousandths } from "../confidence.ts";
import type { PackedGraph } from "../packed-graph.ts";
import type { Level, Users } from "./artifact-graph.ts";
import { maskIfCounting } from "./route.ts";
import { filledRows } from "./rows.ts";
import { factsOf, firstUses } from "./use-traits.ts";

/** The uses of some roles, by whether their confidence is below a floor. Those below the floor do not count. */
export interface CountingUses {
  /** Per place, the uses by other repositories. */
  users: Users;
  /** The same for uses below the floor. */
  usersBelow: Users;
  /** From repositories to what their uses declare. */
  producers: Producers;
}

/** The distinct places that the uses of each repository declare, those with build evidence first. Repositories are ranks. */
export interface Producers {
  offsets: Uint32Array;
  /** Where those without build evidence start. */
  middles: Uint32Array;
  /** Positions in the `filled` of `users`. */
  values: Uint32Array;
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
  const users = selectUsers(level.users, roles, floor, LIMIT);
  const uses = {
    users,
    usersBelow: selectUsers(level.users, roles, 0, floor),
    producers: selectProducers(graph, level, users, roles, floor),
  };
  latest.set(level, { floor, roles, uses });
  return uses;
}

function selectUsers(
  { offsets, values, into, facts }: Users,
  roles: number,
  least: Thousandths,
  limit: Thousandths,
): Users {
  const selectedOffsets = new Uint32Array(offsets.length);
  const selected = new Uint32Array(values.length);
  let count = 0;
  for (let place = 0; place + 1 < offsets.length; place++) {
    const end = offsets[place + 1] ?? 0;
    for (let at = offsets[place] ?? 0; at < end; at++) {
      // Without branches, because which uses count cannot be predicted.
      selected[count] = at;
      count -= maskIfCounting(facts[at] ?? 0, roles, least, limit);
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

function selectProducers(
  graph: PackedGraph,
  { artifact, repository }: Level,
  { filled }: Users,
  roles: number,
  floor: Thousandths,
): Producers {
  const { byPath } = graph;
  const { source, target } = graph.uses;
  const [facts, first] = [factsOf(graph), firstUses(graph)];
  const certain = Math.max(floor, BUILD_EVIDENCE);
  const offsets = new Uint32Array(first.length);
  const middles = new Uint32Array(byPath.length);
  const values = new Uint32Array(artifact.length);
  const positions = new Uint32Array(repository.length);
  for (let i = 0; i < filled.length; i++) positions[filled[i] ?? 0] = i;
  /** The last repository that declares each place. */
  const consumer = new Int32Array(repository.length).fill(-1);
  let count = 0;
  const select = (rank: number, least: Thousandths, limit: Thousandths): void => {
    const node = byPath[rank] ?? 0;
    const end = first[node + 1] ?? 0;
    for (let use = first[node] ?? 0; use < end; use++) {
      const place = artifact[use] ?? 0;
      if (maskIfCounting(facts[use] ?? 0, roles, least, limit) === 0) continue;
      if (consumer[place] === rank || source[use] === target[use]) continue;
      consumer[place] = rank;
      values[count++] = positions[place] ?? 0;
    }
  };
  for (let rank = 0; rank < byPath.length; rank++) {
    select(rank, certain, LIMIT);
    middles[rank] = count;
    select(rank, floor, certain);
    offsets[rank + 1] = count;
  }
  return { offsets, middles, values: values.slice(0, count) };
}
