import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { type Clock, CLOCKS } from "@knockon/contract/vocabulary/clock";
import { isMention } from "@knockon/contract/vocabulary/role";
import { countOf, formatCount } from "../../format/format.ts";
import { isSecondary } from "../../subject/deciding.ts";
import { timingInWords } from "../../subject/timing.ts";

type Edge = Pick<
  DependencyGraph["edges"][number],
  "source" | "target" | "dependency_type" | "role" | "clock"
>;

/** The end of an edge that is the repository itself: `target` for its dependents, `source` for its dependencies. */
export type OwnEnd = "source" | "target";

/**
 * Returns when a change passes between a repository and each neighbor, by the ID of the neighbor, as in an impact: mentions have no
 * timing, and what only developers run decides it only if nothing else does. The graph also has edges between two neighbors.
 */
export function clocksOf(edges: readonly Edge[], id: string, own: OwnEnd): ReadonlyMap<string, Clock> {
  const other = own === "source" ? "target" : "source";
  const uses = edges.filter((edge) => edge[own] === id && edge[other] !== id && !isMention(edge.role));
  return new Map(
    [...Map.groupBy(uses, (edge) => edge[other])].map(([neighbor, ofNeighbor]) => {
      const primary = ofNeighbor.filter((edge) => !isSecondary(edge));
      const deciding = primary.length > 0 ? primary : ofNeighbor;
      return [neighbor, CLOCKS.find((clock) => deciding.some((edge) => edge.clock === clock)) ?? "unknown"];
    }),
  );
}

/** `29 repositories use it directly: 1 on its next run, 28 when bumped. 3 only mention it.` With `most`, see `timingInWords`. */
export function describeDependents(
  clocks: readonly Clock[],
  total: number,
  most: number | null = null,
): string {
  const uses = countOf(clocks.length, "repository uses", "repositories use");
  const mentions = total - clocks.length;
  return [
    clocks.length === 0
      ? "No repository uses it."
      : `${uses} it directly: ${timingInWords(clocks, { most })}.`,
    ...(mentions > 0 ? [`${formatCount(mentions)} only ${mentions === 1 ? "mentions" : "mention"} it.`] : []),
  ].join(" ");
}

/** `Uses 18 repositories: 3 on its next run, 15 when bumped. 4 are only mentioned.` */
export function describeDependencies(
  clocks: readonly Clock[],
  mentioned: number,
  most: number | null = null,
): string {
  const uses = countOf(clocks.length, "repository", "repositories");
  return [
    clocks.length === 0
      ? "Uses no repository."
      : `Uses ${uses}: ${timingInWords(clocks, { receiver: "one", most })}.`,
    ...(mentioned > 0 ? [`${formatCount(mentioned)} ${mentioned === 1 ? "is" : "are"} only mentioned.`] : []),
  ].join(" ");
}
