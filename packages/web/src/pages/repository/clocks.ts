import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { isMention } from "@knockon/contract/vocabulary/role";
import { countOf, formatCount } from "../../format/format.ts";
import { isSecondary } from "../../subject/deciding.ts";
import { type NextRunLimit, type Timing, timingInWords } from "../../subject/timing.ts";

type Edge = Pick<
  DependencyGraph["edges"][number],
  "source" | "target" | "dependency_type" | "role" | "clock"
>;

/** The end of an edge that is the repository itself: `target` for its dependents, `source` for its dependencies. */
export type OwnEnd = "source" | "target";

interface Neighborhood {
  /** Also has edges between two neighbors. */
  edges: readonly Edge[];
  nodes: readonly { id: string; metadata: { archived: boolean } }[];
}

/**
 * Returns when a change passes between a repository and each neighbor, by the ID of the neighbor, as in an impact: mentions have no
 * timing, what only developers run decides it only if nothing else does, and archived dependents get none.
 */
export function timingsOf(
  { edges, nodes }: Neighborhood,
  id: string,
  own: OwnEnd,
): ReadonlyMap<string, Timing> {
  const archived = new Set(
    own === "target" ? nodes.flatMap(({ id: node, metadata }) => (metadata.archived ? node : [])) : [],
  );
  const other = own === "source" ? "target" : "source";
  const uses = edges.filter((edge) => edge[own] === id && edge[other] !== id && !isMention(edge.role));
  return new Map(
    [...Map.groupBy(uses, (edge) => edge[other])].map(([neighbor, ofNeighbor]) => {
      if (archived.has(neighbor)) return [neighbor, "archived"];
      const primary = ofNeighbor.filter((edge) => !isSecondary(edge));
      const deciding = primary.length > 0 ? primary : ofNeighbor;
      return [neighbor, CLOCKS.find((clock) => deciding.some((edge) => edge.clock === clock)) ?? "unknown"];
    }),
  );
}

/** `29 repositories use it directly: 1 on its next run, 28 when bumped. 3 only mention it.` With a limit, see `timingInWords`. */
export function describeDependents(
  timings: readonly Timing[],
  total: number,
  limit: NextRunLimit | null = null,
): string {
  const uses = countOf(timings.length, "repository uses", "repositories use");
  const mentions = total - timings.length;
  return [
    timings.length === 0
      ? "No repository uses it."
      : `${uses} it directly: ${timingInWords(timings, { limit })}.`,
    ...(mentions > 0 ? [`${formatCount(mentions)} only ${mentions === 1 ? "mentions" : "mention"} it.`] : []),
  ].join(" ");
}

/** `Uses 18 repositories: 3 on its next run, 15 when bumped. 4 are only mentioned.` */
export function describeDependencies(
  timings: readonly Timing[],
  mentioned: number,
  limit: NextRunLimit | null = null,
): string {
  const uses = countOf(timings.length, "repository", "repositories");
  return [
    timings.length === 0
      ? "Uses no repository."
      : `Uses ${uses}: ${timingInWords(timings, { receiver: "one", limit })}.`,
    ...(mentioned > 0 ? [`${formatCount(mentioned)} ${mentioned === 1 ? "is" : "are"} only mentioned.`] : []),
  ].join(" ");
}
