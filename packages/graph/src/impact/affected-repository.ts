import type { Clock } from "@knockon/contract/vocabulary/clock";
import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import type { Thousandths } from "../confidence.ts";
import type { Use } from "../edges.ts";
import { compareOrdinal } from "../ordinal.ts";
import { getUse, type PackedGraph } from "../packed-graph.ts";
import { SPEEDS } from "./clock.ts";
import type { Arrival } from "./spread.ts";

/** The uses of one role and scope. */
export interface RoleOfUse {
  role: Role;
  /** That of the fastest use. */
  clock: Clock;
  scope: string | null;
  /** Fastest first, then by confidence, highest first. */
  uses: Use[];
}

/** What the details of affected repositories are computed from. */
export interface ImpactSource {
  graph: PackedGraph;
  /** Returns the uses between repositories that lead to an affected repository, from the root outward. */
  pathTo: (node: number) => number[];
  /** Returns the uses that lead to an affected repository with the fewest hops. */
  arrivingUses: (node: number) => number[];
  /** Index into `SPEEDS`. */
  speed: (use: number) => number;
}

/** An affected repository. Details are computed on access, because a page shows only some of the repositories. */
export class AffectedRepository {
  readonly repositoryId: string;
  readonly hops: number;
  /** Of `path`: its weakest use. */
  readonly confidence: Thousandths;
  /** Of `path`, the fastest of the paths with the fewest hops. */
  readonly clock: Clock;
  /** The strongest of `roles`. */
  readonly role: Role;
  /** 1-based: `waves[wave - 1]` lists the repository. */
  readonly wave: number;
  /** 1-based, equal for repositories that depend on each other; null outside cycles. */
  readonly cycleGroup: number | null;
  readonly #node: number;
  readonly #speed: number;
  readonly #source: ImpactSource;

  constructor(
    source: ImpactSource,
    { repository, hops, speed, strength }: Arrival,
    { role, wave, cycleGroup }: { role: Role; wave: number; cycleGroup: number | null },
  ) {
    this.repositoryId = source.graph.nodes[repository] ?? "";
    this.hops = hops;
    this.confidence = strength;
    this.clock = SPEEDS[speed] ?? "unknown";
    this.role = role;
    this.wave = wave;
    this.cycleGroup = cycleGroup;
    this.#node = repository;
    this.#speed = speed;
    this.#source = source;
  }

  /** Whether the repository itself declares what changes. */
  get direct(): boolean {
    return this.hops === 1;
  }

  /** From the root outward. The last use is the affected repository's own. */
  get path(): Use[] {
    return this.#source.pathTo(this.#node).map((use) => getUse(this.#source.graph, use));
  }

  /** The use on `path` that decides the clock: the last one of that speed. */
  get decidingUse(): Use {
    const { graph, pathTo, speed } = this.#source;
    return getUse(graph, pathTo(this.#node).findLast((use) => speed(use) === this.#speed) ?? -1);
  }

  /** All uses that lead here with `hops` hops, strongest role first. */
  get roles(): RoleOfUse[] {
    const { graph, arrivingUses, speed } = this.#source;
    const found = arrivingUses(this.#node).map((index) => ({ ...getUse(graph, index), speed: speed(index) }));
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
        clock: SPEEDS[index] ?? "unknown",
        scope,
        uses: uses.map(({ speed: _, ...use }) => use),
      }));
  }
}
