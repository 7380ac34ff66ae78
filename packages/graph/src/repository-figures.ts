import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { DEPENDENCY_ROLES } from "@knockon/contract/vocabulary/role";
import { FAN_IN_FLOOR } from "./confidence.ts";
import { artifactLevel } from "./impact/artifact-graph.ts";
import { FASTEST, type Release } from "./impact/clock.ts";
import { isOfRoles, isSecondary, strengthOf } from "./impact/route.ts";
import { factsOf, maskOf, speedsOf, takesEveryChange } from "./impact/use-traits.ts";
import { mainTypesIn } from "./main-types.ts";
import type { PackedGraph } from "./packed-graph.ts";

/** What the graph says about one repository. All figures leave out uses below FAN_IN_FLOOR. */
export interface RepositoryFigures {
  /** Distinct repositories that use it. */
  dependents: number;
  /** Distinct repositories that it uses. */
  dependencies: number;
  /** Dependents whose next run takes a new release without a commit, as in an impact. Leaves out mentions, and archived repositories, where nothing runs. */
  nextRun: number;
  /** Of these, those of which the version or the file that changes decides it: all of their uses on the next run take some releases only, or one file. */
  nextRunMay: number;
  /** The most frequent type of its dependents' uses. Without dependents, that of its uses. */
  mainType: ArtifactType | null;
}

/**
 * Returns the figures of each repository, by ID. `releaseOf` returns the latest known release of what a use names, `isArchived`
 * whether a repository is archived.
 */
export function repositoryFigures(
  graph: PackedGraph,
  releaseOf: (use: number) => Release | null,
  isArchived: (id: string) => boolean = () => false,
): ReadonlyMap<string, RepositoryFigures> {
  const { nodes } = graph;
  const { source, target } = graph.uses;
  const facts = factsOf(graph);
  const speedOf = speedsOf(graph, artifactLevel(graph).artifact, releaseOf);
  const roles = maskOf(DEPENDENCY_ROLES);
  const isOpenUse = takesEveryChange(graph);
  const [dependents, dependencies, nextRun, nextRunMay] = [
    new Uint32Array(nodes.length),
    new Uint32Array(nodes.length),
    new Uint32Array(nodes.length),
    new Uint32Array(nodes.length),
  ];
  // The uses between two repositories are adjacent.
  for (let use = 0; use < source.length;) {
    const [consumer, producer] = [source[use] ?? 0, target[use] ?? 0];
    let counts = false;
    /** The greatest speed of uses that decide a clock, and of those that decide it only alone. */
    let [primary, secondary] = [-1, -1];
    /** Whether such a use of the greatest speed takes every release. */
    let [isPrimaryOpen, isSecondaryOpen] = [false, false];
    for (; source[use] === consumer && target[use] === producer; use++) {
      const fact = facts[use] ?? 0;
      if (consumer === producer || strengthOf(fact) < FAN_IN_FLOOR) continue;
      counts = true;
      if (!isOfRoles(fact, roles)) continue;
      const speed = speedOf(use);
      const isOpen = speed === FASTEST && isOpenUse(use);
      if (isSecondary(fact)) {
        secondary = Math.max(secondary, speed);
        isSecondaryOpen ||= isOpen;
      } else {
        primary = Math.max(primary, speed);
        isPrimaryOpen ||= isOpen;
      }
    }
    if (!counts) continue;
    add(dependents, producer);
    add(dependencies, consumer);
    if ((primary >= 0 ? primary : secondary) !== FASTEST || isArchived(nodes[consumer] ?? "")) continue;
    add(nextRun, producer);
    if (!(primary >= 0 ? isPrimaryOpen : isSecondaryOpen)) add(nextRunMay, producer);
  }
  const mainTypeOf = mainTypesIn(graph);
  return new Map(
    nodes.map((id, node) => [
      id,
      {
        dependents: dependents[node] ?? 0,
        dependencies: dependencies[node] ?? 0,
        nextRun: nextRun[node] ?? 0,
        nextRunMay: nextRunMay[node] ?? 0,
        mainType: mainTypeOf(node),
      },
    ]),
  );
}

const add = (counts: Uint32Array, at: number): void => void (counts[at] = (counts[at] ?? 0) + 1);
