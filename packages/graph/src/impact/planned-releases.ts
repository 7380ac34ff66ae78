import { versioningOf } from "../versions/scheme.ts";
import { type PackedGraph, parseTraits } from "../packed-graph.ts";
import { isSelective, type Release } from "./clock.ts";
import { type ImpactOptions, summaryOf } from "./impact.ts";
import type { ImpactSummary } from "./impact-summary.ts";

/** The summary of an impact if the root released this version. */
export interface PlannedRelease {
  version: string;
  byClock: ImpactSummary["byClock"];
}

/** Releases are computed for so many constraints, those of most uses. */
const MOST_RELEASES = 8;

/**
 * Returns, for each range that a use of the root has, when a release in it would arrive: most repositories on the next run first.
 * Without a version, an impact lets every range admit the release, although one release may be in some of them only. Ranges of
 * repositories that are not named tell nothing.
 */
export function plannedReleases(
  graph: PackedGraph,
  root: number,
  options: ImpactOptions,
  isNamed: (repositoryId: string) => boolean = () => true,
): PlannedRelease[] {
  const { releaseOf } = options;
  const { target } = graph.uses;
  return versionsInRanges(graph, root, isNamed)
    .map((version) => {
      const planned: Release = { planned: version };
      const { byClock } = summaryOf(graph, root, {
        ...options,
        releaseOf: (use) => (target[use] === root ? planned : (releaseOf?.(use) ?? null)),
      });
      return { version, byClock };
    })
    .toSorted((a, b) => nextRunOf(b) - nextRunOf(a));
}

const nextRunOf = ({ byClock: { direct, transitive } }: PlannedRelease): number =>
  direct.next_run + transitive.next_run;

/** One version per range of the uses of a repository, those of most uses first. A range that no version is read from has none. */
function versionsInRanges(
  { nodes, strings, uses }: PackedGraph,
  root: number,
  isNamed: (repositoryId: string) => boolean,
): string[] {
  const counts = new Map<string, number>();
  for (const [use, target] of uses.target.entries()) {
    if (target !== root || !isNamed(nodes[uses.source[use] ?? -1] ?? "")) continue;
    const constraint = strings[uses.versionConstraint[use] ?? -1] ?? null;
    const { versioning, state } = parseTraits(strings[uses.traits[use] ?? -1] ?? "");
    if (constraint === null || !isSelective(state)) continue;
    const version = candidatesOf(constraint).find((one) => versioningOf(versioning).admits(constraint, one));
    if (version !== undefined) counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MOST_RELEASES)
    .map(([version]) => version);
}

/** The version that a constraint names, as it is and with the parts that it leaves out. */
function candidatesOf(constraint: string): string[] {
  const [named = ""] = /v?\d+(?:\.\d+)*(?:-[\w.]+)?/u.exec(constraint) ?? [];
  return named === "" ? [] : [named, `${named}.0`, `${named}.0.0`];
}
