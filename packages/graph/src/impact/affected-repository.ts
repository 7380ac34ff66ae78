import type { Clock } from "@knockon/contract/vocabulary/clock";
import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { FAN_IN_FLOOR, type Thousandths } from "../confidence.ts";
import type { Use } from "../edges.ts";
import { compareOrdinal } from "../ordinal.ts";
import { getUse, type PackedGraph } from "../packed-graph.ts";
import type { Arrivals } from "./arrivals.ts";
import type { Level } from "./artifact-graph.ts";
import { FASTEST, SPEEDS } from "./clock.ts";
import type { Onward } from "./onward.ts";
import type { Rollout } from "./rollout.ts";
import { hopsOf, isSecondary, rolesOf, speedOf, strengthOf, type Route } from "./route.ts";
import type { Spread } from "./spread.ts";
import { factsOf, firstUses, strongestOf } from "./use-traits.ts";

/** The uses of one role and scope. */
export interface RoleOfUse {
  role: Role;
  /** That of the fastest use. */
  clock: Clock;
  scope: string | null;
  /** Each with its own clock. Fastest first, then by confidence, highest first. */
  uses: (Use & { clock: Clock })[];
}

/** What the details of affected repositories are computed from. */
export interface ImpactSource {
  graph: PackedGraph;
  level: Level;
  found: Spread;
  arrivals: Arrivals;
  rollout: Rollout;
  /** Whether the change travels over a use. */
  travels: (use: number) => boolean;
  /** Returns an index into `SPEEDS`. By default, every range admits the release. */
  speed: ((use: number) => number) | undefined;
  /** 1 for the places that get the change on the next run in any case. */
  open: Uint8Array;
  /** 1 for the repositories, by rank, that get it then only for some versions or files. */
  conditional: Uint8Array;
  /** Whether a use takes the change in any case. */
  isOpen: (use: number) => boolean;
  /** Computed on the first call. */
  onward: (rank: number) => Onward;
}

const dependentsByGraph = new WeakMap<PackedGraph, Uint32Array>();

/** The number of distinct repositories that use each node, as in `repositoryFigures`. Derived once per graph. */
function dependentsIn(graph: PackedGraph): Uint32Array {
  const known = dependentsByGraph.get(graph);
  if (known) return known;
  const { source, target } = graph.uses;
  const facts = factsOf(graph);
  const counts = new Uint32Array(graph.nodes.length);
  // The uses between two repositories are adjacent.
  let [consumer, producer] = [-1, -1];
  for (const [use, from] of source.entries()) {
    const to = target[use] ?? -1;
    if ((from === consumer && to === producer) || from === to || strengthOf(facts[use] ?? 0) < FAN_IN_FLOOR)
      continue;
    [consumer, producer] = [from, to];
    counts[to] = (counts[to] ?? 0) + 1;
  }
  dependentsByGraph.set(graph, counts);
  return counts;
}

const clockAt = (speed: number): Clock => SPEEDS[speed] ?? "unknown";

/** An affected repository. Details are computed on access, because a page shows only some of the repositories. */
export class AffectedRepository {
  readonly #source: ImpactSource;
  readonly #rank: number;

  constructor(source: ImpactSource, rank: number) {
    this.#source = source;
    this.#rank = rank;
  }

  get repositoryId(): string {
    return this.#source.graph.nodes[this.#node] ?? "";
  }

  /** The position of its full path among those of all repositories. */
  get rank(): number {
    return this.#rank;
  }

  get hops(): number {
    return hopsOf(this.#route);
  }

  /** Of `path`: its weakest use. */
  get confidence(): Thousandths {
    return strengthOf(this.#route);
  }

  /** Of `path`, the fastest of the paths with the fewest hops. */
  get clock(): Clock {
    return clockAt(this.#speed);
  }

  /** Whether the repository gets the change on its next run only for some versions or files: see `decidingUse`. */
  get isConditional(): boolean {
    return this.#source.conditional[this.#rank] === 1;
  }

  /** The strongest of `roles`. */
  get role(): Role {
    return ROLES[strongestOf(rolesOf(this.#route))] ?? "vendored";
  }

  /** 1-based: `waves[wave - 1]` lists the repository. */
  get wave(): number {
    return this.#source.rollout.wave[this.#rank] ?? 1;
  }

  /** 1-based, equal for repositories that depend on each other; null outside cycles. */
  get cycleGroup(): number | null {
    return this.#source.rollout.cycleGroup[this.#rank] || null;
  }

  /** The repositories that get the change through this one. */
  get onward(): Onward {
    return this.#source.onward(this.#rank);
  }

  /** The number of repositories that use this one, whether the change gets there or not. */
  get dependents(): number {
    return dependentsIn(this.#source.graph)[this.#node] ?? 0;
  }

  /** Whether the repository itself declares what changes. */
  get direct(): boolean {
    return this.hops === 1;
  }

  /** From the root outward. The last use is the affected repository's own. */
  get path(): Use[] {
    return this.#pathUses().map((use) => getUse(this.#source.graph, use));
  }

  /**
   * The use that decides the clock: on `path`, the last one of that speed. If that depends on a version or a file, the last one of which it
   * does. If another use takes the change in any case, that one.
   */
  get decidingUse(): Use {
    const { graph, isOpen, level, open } = this.#source;
    const fast = this.#pathUses().filter((use) => this.#speedOf(use) === this.#speed);
    const last = fast.at(-1) ?? -1;
    if (this.#speed !== FASTEST) return getUse(graph, last);
    if (this.isConditional) return getUse(graph, fast.findLast((use) => !isOpen(use)) ?? last);
    const isCertain = (use: number): boolean =>
      isOpen(use) &&
      this.#speedOf(use) === FASTEST &&
      open[level.artifact[use] ?? 0] === 1 &&
      isSecondary(factsOf(graph)[use] ?? 0) === isSecondary(this.#route);
    return getUse(graph, isCertain(last) ? last : (this.#arrivingUses().find(isCertain) ?? last));
  }

  /** All uses that lead here with `hops` hops, strongest role first. */
  get roles(): RoleOfUse[] {
    const { graph } = this.#source;
    const found = this.#arrivingUses().map((at) => ({ ...getUse(graph, at), speed: this.#speedOf(at) }));
    const groups = Map.groupBy(
      found.toSorted((a, b) => b.speed - a.speed || b.confidence - a.confidence),
      ({ role, scope }) => JSON.stringify([role, scope]),
    );
    return [...groups.values()]
      .flatMap(([fastest, ...others]) => (fastest ? [{ fastest, uses: [fastest, ...others] }] : []))
      .toSorted(
        (a, b) =>
          ROLES.indexOf(a.fastest.role) - ROLES.indexOf(b.fastest.role) ||
          b.fastest.speed - a.fastest.speed ||
          compareOrdinal(a.fastest.scope ?? "", b.fastest.scope ?? ""),
      )
      .map(({ fastest: { role, scope, speed: index }, uses }) => ({
        role,
        clock: clockAt(index),
        scope,
        uses: uses.map(({ speed, ...use }) => ({ ...use, clock: clockAt(speed) })),
      }));
  }

  get #node(): number {
    return this.#source.graph.byPath[this.#rank] ?? -1;
  }

  get #route(): Route {
    return this.#source.arrivals.routes[this.#rank] ?? 0;
  }

  get #speed(): number {
    return speedOf(this.#route);
  }

  #speedOf(use: number): number {
    const { graph, speed } = this.#source;
    return speed ? speed(use) : speedOf(factsOf(graph)[use] ?? 0);
  }

  /** The uses between repositories that lead here, from the root outward. */
  #pathUses(): number[] {
    const { level, found, arrivals } = this.#source;
    const path: number[] = [];
    for (let at = arrivals.last[this.#rank] ?? -1; at >= 0;) {
      const use = found.users.values[at] ?? 0;
      path.push(use);
      at = found.last[level.artifact[use] ?? 0] ?? -1;
    }
    return path.toReversed();
  }

  /** The uses that lead here with `hops` hops, by the full path of the producer. */
  #arrivingUses(): number[] {
    const { graph, level, found, travels } = this.#source;
    const first = firstUses(graph);
    const uses: number[] = [];
    const node = this.#node;
    const end = first[node + 1] ?? 0;
    for (let use = first[node] ?? 0; use < end; use++)
      if (hopsOf(found.routes[level.artifact[use] ?? 0] ?? 0) === this.hops - 1 && travels(use))
        uses.push(use);
    return uses.toSorted((a, b) => (level.artifact[a] ?? 0) - (level.artifact[b] ?? 0) || a - b);
  }
}
