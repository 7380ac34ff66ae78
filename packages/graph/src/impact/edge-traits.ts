import type { Clock } from "@knockon/contract/vocabulary/clock";
import { DEPENDENCY_ROLES, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import type { Thousandths } from "../confidence.ts";
import { type PackedGraph, usesOf } from "../packed-graph.ts";
import { artifactLevel } from "./artifact-graph.ts";
import { SPEEDS, type Release } from "./clock.ts";
import { isOfRoles, isSecondary, roleIn, strengthOf } from "./route.ts";
import { factsOf, fetchesOneFile, maskOf, speedsOf } from "./use-traits.ts";

interface EdgeTraits {
  /** The strongest role of its uses. */
  role: Role;
  /** The clock of its fastest use. Mentions, and uses that decide a clock only if no other does, count last. */
  clock: Clock;
  /** Whether all of its uses at that clock fetch one file each: no other change arrives. Absent if not. */
  oneFile?: true;
}

const DEPENDENCIES = maskOf(DEPENDENCY_ROLES);

/** Returns a function from an edge to its role and clock, by its uses of at least the confidence `floor`. */
export function edgeTraits(
  graph: PackedGraph,
  floor: Thousandths,
  releaseOf: (use: number) => Release | null,
): (edge: number) => EdgeTraits {
  const facts = factsOf(graph);
  const speed = speedsOf(graph, artifactLevel(graph).artifact, releaseOf);
  const isOneFile = fetchesOneFile(graph);
  return (edge) => {
    const { first, end } = usesOf(graph, edge);
    let role = ROLES.length - 1;
    // A faster use of a lower rank does not count.
    let fastest = 0;
    let bestRank = -1;
    let oneFile = false;
    for (let use = first; use < end; use++) {
      const fact = facts[use] ?? 0;
      if (strengthOf(fact) < floor) continue;
      role = Math.min(role, roleIn(fact));
      const rank = isOfRoles(fact, DEPENDENCIES) ? (isSecondary(fact) ? 1 : 2) : 0;
      if (rank < bestRank) continue;
      const isFaster = rank > bestRank || speed(use) > fastest;
      if (isFaster) oneFile = isOneFile(use);
      else if (speed(use) === fastest) oneFile &&= isOneFile(use);
      if (isFaster) fastest = speed(use);
      bestRank = rank;
    }
    return {
      role: ROLES[role] ?? "runtime",
      clock: SPEEDS[fastest] ?? "unknown",
      ...(oneFile && { oneFile }),
    };
  };
}
