import type { Thousandths } from "../confidence.ts";
import type { Level } from "./artifact-graph.ts";
import { strengthOf } from "./route.ts";

/** Returns the places of the same repository that are built from a place. */
export function builtFrom({ ownUsers, sets }: Level, floor: Thousandths, place: number): number[] {
  const built = [...sets.values.subarray(sets.offsets[place], sets.offsets[place + 1])];
  for (let at = ownUsers.offsets[place] ?? 0; at < (ownUsers.offsets[place + 1] ?? 0); at++)
    if (strengthOf(ownUsers.facts[at] ?? 0) >= floor) built.push(ownUsers.into[at] ?? 0);
  return built;
}
