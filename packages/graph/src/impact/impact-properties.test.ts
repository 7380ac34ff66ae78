import { isLimited } from "@knockon/contract/vocabulary/limited-version";
import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { useKey, type Use } from "../edges.ts";
import { packGraph } from "../pack-graph.ts";
import { findNode, getUse, type PackedGraph } from "../packed-graph.ts";
import { AFFECTING, everyPath, speedOf, type PathQuery } from "../testing/every-path.ts";
import { anyArtifactUses, packUses } from "../testing/random-graph.ts";
import { strongestPaths } from "../traverse.ts";
import { artifactLevel, startsOf } from "./artifact-graph.ts";
import { SPEEDS } from "./clock.ts";
import { impactOf, type Impact, type ImpactOptions } from "./impact.ts";

type Query = Omit<PathQuery, "roles"> & { roles: readonly Role[] | undefined };

const anyQuery: fc.Arbitrary<Query> = fc.record({
  through: fc.constantFrom("artifacts", "artifacts", "repositories"),
  starts: fc.constantFrom(undefined, undefined, ["npm_package:a"], ["unit:docker:a"]),
  maxDepth: fc.integer({ min: 1, max: 4 }),
  floor: fc.constantFrom(0, 400, 800),
  roles: fc.constantFrom<Query["roles"][]>(
    undefined,
    undefined,
    ["runtime", "example"],
    ["ci", "documentation"],
  ),
  releases: fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("1.5.0", "2.5.0")),
});

const RUNS = { numRuns: Number(process.env["KNOCKON_GRAPH_CASES"] ?? 200) };

const rolesOf = ({ roles, through }: Query) => roles ?? (through === "repositories" ? ROLES : AFFECTING);

function impact(graph: PackedGraph, query: Query): Impact {
  return impactOf(graph, findNode(graph, "a") ?? -1, optionsOf(graph, "a", query));
}

function optionsOf(
  graph: PackedGraph,
  rootId: string,
  { releases, starts, ...query }: Query,
  pathOf = (id: string): string => id,
): ImpactOptions {
  const root = findNode(graph, rootId) ?? -1;
  return {
    ...query,
    starts: starts?.flatMap((scope) => startsOf(graph, root, scope)),
    releaseOf: (use) => releases[pathOf(getUse(graph, use).target)] ?? null,
  };
}

/** Returns everything in an answer, with full paths in place of IDs. */
function detailsOf({ affected, waves, chokePoints, ...counts }: Impact, pathOf: (id: string) => string) {
  const withPaths = (use: Use) => ({ ...use, source: pathOf(use.source), target: pathOf(use.target) });
  return {
    ...counts,
    waves: waves.map((wave) => wave.map(pathOf)),
    chokePoints: chokePoints.map((one) => ({ ...one, repositoryId: pathOf(one.repositoryId) })),
    affected: affected.map((one) => ({
      path: pathOf(one.repositoryId),
      figures: [one.hops, one.clock, one.confidence, one.role, one.wave, one.cycleGroup],
      uses: one.path.map(withPaths),
      decidingUse: withPaths(one.decidingUse),
      roles: one.roles.map((group) => ({ ...group, uses: group.uses.map(withPaths) })),
    })),
  };
}

/** Starts only at scopes that a use names: `startsOf` has its own tests. */
function withKnownStarts(uses: readonly Use[], query: Query): Query {
  const named = new Set(
    uses.flatMap(({ source, target, scope, artifact }) => [
      source === "a" ? scope : null,
      target === "a" ? artifact : null,
    ]),
  );
  const isKnown = query.starts?.every((scope) => named.has(scope)) === true;
  return isKnown ? query : { ...query, starts: undefined };
}

const check = (property: (uses: Use[], query: Query, result: Impact) => void): void =>
  fc.assert(
    fc.property(anyArtifactUses, anyQuery, (uses, anyStarts) => {
      const query = withKnownStarts(uses, anyStarts);
      property(uses, query, impact(packUses(uses), query));
    }),
    RUNS,
  );

const specified = (uses: readonly Use[], query: Query) =>
  everyPath(uses, { ...query, roles: rolesOf(query) });

describe("impactOf, compared with all paths", () => {
  it("finds the affected repositories, with the fewest hops and the clock of the fastest path", () => {
    check((uses, query, { affected }) => {
      const found = affected.map((one) => [
        one.repositoryId,
        { hops: one.hops, direct: one.direct, clock: one.clock },
      ]);
      const expected = [...specified(uses, query).affected].map(([repository, { hops, speed }]) => [
        repository,
        { hops, direct: hops === 1, clock: SPEEDS[speed] },
      ]);
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
      expect(found).toHaveLength(expected.length);
    });
  });

  it("shows one of the fastest paths, with the confidence of its weakest use, and the use that decides the clock", () => {
    check((uses, query, { affected }) => {
      const { affected: expected } = specified(uses, query);
      for (const one of affected) {
        const path = one.path.map(useKey);
        const best = expected.get(one.repositoryId)?.best.filter((each) => each.strength === one.confidence);
        expect(best?.map((each) => each.uses.map(useKey))).toContainEqual(path);
        // Beside the path, another line may take every change.
        const { lastUses = new Set() } = expected.get(one.repositoryId) ?? {};
        expect([...path, ...lastUses]).toContain(useKey(one.decidingUse));
        expect(SPEEDS[speedOf(one.decidingUse, query.releases)]).toBe(one.clock);
      }
    });
  });

  it("says that a version decides it if no path of that clock takes every change, and names a use accordingly", () => {
    check((uses, query, { affected, summary }) => {
      const { affected: expected } = specified(uses, query);
      const isOpen = ({ versionConstraint }: Use): boolean => !isLimited(versionConstraint);
      for (const one of affected) {
        const best = expected.get(one.repositoryId)?.best ?? [];
        const isConditional = one.clock === "next_run" && !best.some((path) => path.uses.every(isOpen));
        expect(one.isConditional).toBe(isConditional);
        const isDecidedByLimit = one.clock === "next_run" && !isOpen(one.decidingUse);
        expect(isDecidedByLimit).toBe(isConditional);
      }
      const may = affected.filter((one) => one.isConditional);
      const direct = may.filter((one) => one.direct).length;
      expect(summary.mayNextRun).toEqual({ direct, transitive: may.length - direct });
    });
  });

  it("lists exactly the uses that lead to a repository with the fewest hops, by role and scope", () => {
    check((uses, query, { affected }) => {
      const { affected: expected } = specified(uses, query);
      for (const { repositoryId, roles, role } of affected) {
        const listed = roles.flatMap((group) => group.uses);
        expect(listed.map(useKey).toSorted()).toEqual(
          [...(expected.get(repositoryId)?.lastUses ?? [])].toSorted(),
        );
        expect(new Set(listed.map(useKey)).size).toBe(listed.length);
        expect(new Set(roles.map((group) => `${group.role} ${group.scope}`)).size).toBe(roles.length);
        expect(role).toBe(roles[0]?.role);
        const ranks = roles.map((group) => ROLES.indexOf(group.role));
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        for (const group of roles) {
          expect(group.uses.every((use) => use.role === group.role && use.scope === group.scope)).toBe(true);
          const speeds = group.uses.map((use) => speedOf(use, query.releases));
          expect(speeds).toEqual(speeds.toSorted((a, b) => b - a));
          expect(group.clock).toBe(SPEEDS[speeds[0] ?? -1]);
        }
      }
    });
  });

  it("counts repositories that only uses below the floor lead to", () => {
    check((uses, query, { affected, belowFloor }) => {
      const all = specified(uses, { ...query, floor: 0 }).affected.size;
      expect(belowFloor).toBe(all - affected.length);
    });
  });

  it("releases every repository in the first wave after what it waits for, except within a cycle", () => {
    check((uses, query, { affected, waves }) => {
      const byId = new Map(affected.map((one) => [one.repositoryId, one]));
      const awaited = specified(uses, query).traveled.filter(
        ({ target, confidence }) => target !== "a" && confidence >= 800,
      );
      const ends = awaited.map(({ source, target }) => [source, target] as const);
      const leads = (from: string, to: string) => reachableFrom(ends, from).has(to);
      for (const { repositoryId, wave, cycleGroup } of affected) {
        expect(waves[wave - 1]).toContain(repositoryId);
        const mates = affected.filter(
          (other) => leads(repositoryId, other.repositoryId) && leads(other.repositoryId, repositoryId),
        );
        expect(mates.map((mate) => mate.cycleGroup)).toEqual(mates.map(() => cycleGroup));
        expect(cycleGroup !== null).toBe(mates.length > 1);
        const ids = new Set(mates.map((mate) => mate.repositoryId));
        const others = ends.filter(([from, to]) => ids.has(from) && !ids.has(to));
        expect(wave).toBe(1 + Math.max(0, ...others.map(([, to]) => byId.get(to)?.wave ?? Number.NaN)));
      }
      expect(waves.flat().toSorted()).toEqual([...byId.keys()].toSorted());
      expect(waves.every((wave) => wave.length > 0)).toBe(true);
    });
  });

  it("lists as choke points the repositories without which the edges to others lead nowhere", () => {
    check((uses, query, { affected, chokePoints }) => {
      const ends = specified(uses, query).traveled.map(({ source, target }) => [target, source] as const);
      const all = reachableFrom(ends, "a");
      const expected = affected.flatMap(({ repositoryId }) => {
        const left = reachableFrom(
          ends.filter((end) => !end.includes(repositoryId)),
          "a",
        );
        const dominates = all.size - left.size - 1;
        return dominates > 0 ? [{ repositoryId, dominates }] : [];
      });
      expect(chokePoints.toSorted(byId)).toEqual(expected.toSorted(byId));
    });
  });

  it("has a summary that adds up", () => {
    check((_, __, { affected, summary }) => {
      const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
      expect(summary.direct).toBe(affected.filter(({ direct }) => direct).length);
      expect(summary.direct + summary.transitive).toBe(affected.length);
      for (const { direct, transitive } of [summary.byClock, summary.byRole])
        expect([sum(direct), sum(transitive)]).toEqual([summary.direct, summary.transitive]);
      expect([sum(summary.byDependencyType), sum(summary.byConfidenceBand)]).toEqual([
        affected.length,
        affected.length,
      ]);
    });
  });

  it("counts each repository that only mentions what changes", () => {
    check((uses, query, { affected, summary }) => {
      const mentions = ROLES.filter((role) => !AFFECTING.includes(role) && !rolesOf(query).includes(role));
      const first = everyPath(uses, { ...query, roles: mentions, maxDepth: 1, floor: 0 }).affected;
      const isAffected = new Set(affected.map(({ repositoryId }) => repositoryId));
      fc.pre(uses.every(({ source, target, confidence }) => source !== target || confidence >= query.floor));
      expect(summary.mentions).toBe([...first.keys()].filter((id) => !isAffected.has(id)).length);
    });
  });
});

describe("impactOf", () => {
  it("gives the same answer regardless of repository IDs: equals are ordered by full path", () => {
    const anyIds = fc.shuffledSubarray(["1", "2", "3", "4", "5"], { minLength: 5 });
    fc.assert(
      fc.property(anyArtifactUses, anyQuery, anyIds, (uses, anyStarts, ids) => {
        const query = withKnownStarts(uses, anyStarts);
        const idOf = (path: string) => ids["abcde".indexOf(path)] ?? "";
        const pathOf = (id: string) => "abcde"[ids.indexOf(id)] ?? "";
        const renamed = uses.map((use) => ({ ...use, source: idOf(use.source), target: idOf(use.target) }));
        const nodes = new Set([idOf("a"), ...renamed.flatMap(({ source, target }) => [source, target])]);
        const graph = packGraph(nodes, renamed, pathOf);
        const answer = impactOf(
          graph,
          findNode(graph, idOf("a")) ?? -1,
          optionsOf(graph, idOf("a"), query, pathOf),
        );
        expect(detailsOf(answer, pathOf)).toEqual(detailsOf(impact(packUses(uses), query), (id) => id));
      }),
      RUNS,
    );
  });

  it("affects no repository through artifacts that it does not affect through repositories", () => {
    check((uses, query, { affected }) => {
      const all = impact(packUses(uses), { ...query, roles: rolesOf(query), through: "repositories" });
      const hops = new Map(all.affected.map((one) => [one.repositoryId, one.hops]));
      for (const one of affected) expect(hops.get(one.repositoryId)).toBeLessThanOrEqual(one.hops);
    });
  });

  it("affects through repositories exactly those that edges reach, with as many hops", () => {
    check((uses, query) => {
      const graph = packUses(uses);
      const root = findNode(graph, "a") ?? -1;
      const edges = graph.columns.confidence.map((confidence) => (confidence < query.floor ? 0 : 1000));
      const { strength, hops } = strongestPaths(graph.incoming, edges, root, query.maxDepth, 0);
      const expected = graph.nodes.flatMap((id, node) =>
        node === root || strength[node] === 0 ? [] : [[id, hops[node]] as const],
      );
      const { affected } = impact(graph, { ...query, roles: undefined, through: "repositories" });
      const found = affected.map((one) => [one.repositoryId, one.hops] as const);
      expect(new Map(found)).toEqual(new Map(expected));
    });
  });

  it("ends a change at a use without a scope: without that use, only its own consumer's result changes", () => {
    fc.assert(
      fc.property(anyArtifactUses, anyQuery, fc.nat(), (uses, anyStarts, at) => {
        const query = { ...withKnownStarts(uses, anyStarts), through: "artifacts" as const };
        const ends = uses.filter(({ scope }) => scope === null);
        const removed = ends[at % Math.max(1, ends.length)];
        fc.pre(removed !== undefined);
        const full = packUses(uses);
        const left = packGraph(
          full.nodes,
          uses.filter((use) => useKey(use) !== useKey(removed)),
        );
        fc.pre(artifactLevel(full).repository.length === artifactLevel(left).repository.length);
        expect(resultsOf(impact(left, query), removed.source)).toEqual(
          resultsOf(impact(full, query), removed.source),
        );
      }),
      RUNS,
    );
  });
});

const byId = (a: { repositoryId: string }, b: { repositoryId: string }) =>
  a.repositoryId < b.repositoryId ? -1 : 1;

/** Returns what is independent of other repositories. */
const resultsOf = ({ affected }: Impact, except: string) =>
  affected
    .filter(({ repositoryId }) => repositoryId !== except)
    .map((one) => [
      one.repositoryId,
      one.hops,
      one.clock,
      one.confidence,
      one.path,
      one.roles,
      one.decidingUse,
    ]);

function reachableFrom(ends: readonly (readonly [string, string])[], start: string): Set<string> {
  const seen = new Set([start]);
  for (const node of seen) {
    for (const [from, to] of ends) if (from === node) seen.add(to);
  }
  return seen;
}
