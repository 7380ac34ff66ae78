import { isMention, type Role } from "@knockon/contract/vocabulary/role";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Use } from "../edges.ts";
import { findNode, getUse, packGraph, type PackedGraph } from "../packed-graph.ts";
import { anyArtifactGraph, anyGraph, graphOf, type Link } from "../testing/random-graph.ts";
import { reach } from "../traverse.ts";
import { findPlace } from "./artifact-graph.ts";
import { clockOf, SPEEDS } from "./clock.ts";
import { impactOf, type ImpactOptions } from "./impact.ts";

const OPTIONS: ImpactOptions = { maxDepth: 3, floor: 400, through: "artifacts", releaseOf: () => null };

const impactOfA = (links: Link[], options: Partial<ImpactOptions> = {}) =>
  impactOf(graphOf(links, ["a"]), 0, { ...OPTIONS, ...options });

/** `repository clock` of every affected repository. */
const clocksOf = (links: Link[], options: Partial<ImpactOptions> = {}): string[] =>
  impactOfA(links, options).affected.map(({ repositoryId, clock }) => `${repositoryId} ${clock}`);

const LANDING: Pick<Use, "role" | "scope"> = { role: "ci", scope: null };

describe("impactOf", () => {
  it("returns the path, clock, roles and wave of every affected repository", () => {
    const { affected } = impactOfA([
      { source: "b", target: "a", confidence: 980, state: "floating", isLocked: false },
      { source: "c", target: "b", confidence: 850 },
    ]);
    const toA = { source: "b", target: "a", confidence: 980 };
    const toB = { source: "c", target: "b", confidence: 850 };
    const common = { cycleGroup: null };
    expect(affected).toMatchObject([
      {
        ...common,
        repositoryId: "b",
        direct: true,
        hops: 1,
        confidence: 980,
        clock: "next_run",
        decidingUse: toA,
        path: [toA],
        roles: [{ role: "runtime", clock: "next_run", scope: "npm_package:b", uses: [toA] }],
        wave: 1,
      },
      {
        ...common,
        repositoryId: "c",
        direct: false,
        hops: 2,
        confidence: 850,
        clock: "next_update",
        decidingUse: toB,
        path: [toA, toB],
        roles: [{ role: "runtime", clock: "next_update", scope: "npm_package:c", uses: [toB] }],
        wave: 2,
      },
    ]);
  });

  it("ends where a declaration is not built into anything that others use", () => {
    expect(
      clocksOf([
        { source: "b", target: "a", ...LANDING },
        { source: "c", target: "b" },
      ]),
    ).toEqual(["b next_update"]);
  });

  it("passes a change only to users of the scope that declares it", () => {
    const links = [
      { source: "b", target: "a", scope: "unit:docker:Dockerfile" },
      { source: "c", target: "b", artifact: "npm_package:b" },
      { source: "d", target: "b", artifact: "container_image:b" },
    ];
    expect(clocksOf(links)).toEqual(["b next_update"]);
    const composed = [
      ...links,
      { source: "b", target: "b", scope: "container_image:b", artifact: "unit:docker:Dockerfile" },
    ];
    expect(clocksOf(composed)).toEqual(["b next_update", "d next_update"]);
  });

  it("reaches users of the whole repository, or of all its scopes of a type", () => {
    const links = [{ source: "b", target: "a", scope: "npm_package:b" }];
    for (const artifact of ["*", "*:npm_package"]) {
      expect(clocksOf([...links, { source: "c", target: "b", artifact }])).toHaveLength(2);
    }
    const others = [{ source: "c", target: "b", artifact: "*:go_module" }];
    const go = [{ source: "d", target: "b", artifact: "go_module:b" }];
    expect(clocksOf([...links, ...others, ...go])).toEqual(["b next_update"]);
  });

  it("treats a repository that declares the root as direct, even if a stronger path is longer", () => {
    const { affected, summary } = impactOfA([
      { source: "b", target: "a" },
      { source: "c", target: "b" },
      { source: "c", target: "a", confidence: 600 },
    ]);
    expect(affected.at(-1)).toMatchObject({ repositoryId: "c", hops: 1, direct: true, confidence: 600 });
    expect(summary).toMatchObject({ direct: 2, transitive: 0 });
  });

  it("takes the fastest declaration for the clock; an example only if there is no other", () => {
    const manifest = { source: "b", target: "a" };
    const ci = { ...manifest, state: "floating" as const, isLocked: false, ...LANDING };
    expect(clocksOf([manifest, ci])).toEqual(["b next_run"]);
    expect(clocksOf([manifest, { ...ci, role: "example" }])).toEqual(["b next_update"]);
    expect(clocksOf([{ ...ci, role: "example" }])).toEqual(["b next_run"]);
  });

  it("groups all declarations by role and scope, strongest role first, fastest first", () => {
    const { affected } = impactOfA([
      { source: "b", target: "a", role: "example", scope: null },
      { source: "b", target: "a", ...LANDING },
      { source: "b", target: "a", state: "pinned", versionConstraint: "1.0.0" },
      { source: "b", target: "a" },
    ]);
    const groups = affected[0]?.roles.map(({ role, uses }) => [role, uses.map(({ state }) => state)]);
    expect(groups).toEqual([
      ["runtime", ["range", "pinned"]],
      ["ci", ["range"]],
      ["example", ["range"]],
    ]);
  });

  it("counts repositories that only mention the root, at any confidence, without affecting them", () => {
    const mention = (role: Role, source: string) => ({
      source,
      target: "a",
      role,
      scope: null,
      confidence: 300,
    });
    const links = [mention("documentation", "b"), mention("vendored", "c"), { source: "d", target: "a" }];
    expect(impactOfA([...links, mention("fixture", "d")])).toMatchObject({
      affected: [{ repositoryId: "d" }],
      summary: { mentions: 2 },
      belowFloor: 0,
    });
    expect(clocksOf(links, { floor: 0, roles: ["documentation"] })).toEqual(["b next_update"]);
  });

  it("starts at one artifact of the root", () => {
    const graph = graphOf([
      { source: "b", target: "a", artifact: "npm_package:a" },
      { source: "c", target: "a", artifact: "container_image:a" },
      { source: "d", target: "a", artifact: "*" },
    ]);
    const starts = [findPlace(graph, 0, "container_image:a") ?? -1];
    const { affected } = impactOf(graph, 0, { ...OPTIONS, starts });
    expect(affected.map(({ repositoryId }) => repositoryId)).toEqual(["c", "d"]);
  });

  it("counts repositories by distance, clock, role, type and confidence", () => {
    const { summary } = impactOfA([
      { source: "b", target: "a", dependencyType: "container_image", state: "digest" },
      { source: "c", target: "b", confidence: 850, role: "ci", scope: null },
      { source: "d", target: "b", confidence: 700, state: "unresolved", isLocked: false },
    ]);
    expect(summary).toMatchObject({
      direct: 1,
      transitive: 2,
      byClock: { direct: { bump: 1, next_run: 0 }, transitive: { bump: 2 } },
      byRole: { direct: { runtime: 1 }, transitive: { runtime: 1, ci: 1, example: 0 } },
      byDependencyType: { container_image: 1, npm_package: 2 },
      byConfidenceBand: { high: 1, medium: 1, low: 1, mention: 0 },
      mentions: 0,
    });
  });

  it("omits repositories reachable only below the floor and counts them", () => {
    const links = [
      { source: "b", target: "a" },
      { source: "c", target: "a", confidence: 300 },
      { source: "d", target: "c" },
    ];
    expect(clocksOf(links)).toEqual(["b next_update"]);
    expect(impactOfA(links).belowFloor).toBe(2);
    expect(impactOfA(links, { floor: 0 }).belowFloor).toBe(0);
  });

  it("lets the release decide whether a range takes it", () => {
    const links = [{ source: "b", target: "a", versionConstraint: "^1.0.0" }];
    expect(clocksOf(links, { releaseOf: () => "1.5.0" })).toEqual(["b next_update"]);
    expect(clocksOf(links, { releaseOf: () => "2.0.0" })).toEqual(["b bump"]);
  });

  it("starts the rollout after the root, even if the root depends on affected repositories", () => {
    const { waves, affected } = impactOfA([
      { source: "b", target: "a" },
      { source: "a", target: "b" },
      { source: "c", target: "b" },
    ]);
    expect(waves).toEqual([["b"], ["c"]]);
    expect(affected.map(({ cycleGroup }) => cycleGroup)).toEqual([null, null]);
  });

  it("lists choke points: repositories that all paths to others go through", () => {
    const { chokePoints } = impactOfA([
      { source: "b", target: "a" },
      { source: "c", target: "b" },
      { source: "d", target: "c" },
      { source: "e", target: "a" },
    ]);
    expect(chokePoints).toEqual([
      { repositoryId: "b", dominates: 2 },
      { repositoryId: "c", dominates: 1 },
    ]);
  });

  it("is empty for a repository without dependents, and for no start", () => {
    const nothing = { affected: [], waves: [], chokePoints: [], belowFloor: 0 };
    expect(impactOfA([{ source: "a", target: "b" }])).toMatchObject(nothing);
    expect(impactOfA([{ source: "b", target: "a" }], { starts: [] })).toMatchObject(nothing);
  });
});

/** Every use as an object, in the order of the graph. */
const usesOf = (graph: PackedGraph): Use[] => Array.from(graph.uses.source.keys(), (at) => getUse(graph, at));

interface Found {
  hops: number;
  speed: number;
}

/**
 * The specification of `impactOf`, one hop after the other over sets of scopes with their best speed. A scope belongs to
 * `*`; the graphs of these tests have no other sets.
 */
function affectedByHand(
  graph: PackedGraph,
  root: string,
  { maxDepth, floor }: ImpactOptions,
): Map<string, Found> {
  const uses = usesOf(graph).filter((use) => use.confidence >= floor && !isMention(use.role));
  const speedOf = (use: Use): number => SPEEDS.indexOf(clockOf(use, use.versionConstraint, null));
  const isIn = (scope: string, artifact: string): boolean => artifact === scope || artifact === "*";
  const known = new Map<string, Found>();
  const close = (places: Map<string, number>, hops: number): Map<string, number> => {
    for (let changed = true; changed;) {
      changed = false;
      for (const use of uses.filter((one) => one.source === one.target && one.scope !== null)) {
        for (const [place, speed] of places) {
          const [repository = "", scope = ""] = place.split(" ");
          const outer = `${use.source} ${use.scope}`;
          const before = known.get(outer)?.hops ?? hops;
          if (repository !== use.source || !isIn(scope, use.artifact) || before < hops) continue;
          if ((places.get(outer) ?? -1) >= speed) continue;
          places.set(outer, speed);
          changed = true;
        }
      }
    }
    for (const [place, speed] of places) if (!known.has(place)) known.set(place, { hops, speed });
    return places;
  };
  const scopes = new Set(
    usesOf(graph).flatMap((use) => [
      ...(use.target === root ? [`${root} ${use.artifact}`] : []),
      ...(use.source === root && use.scope !== null ? [`${root} ${use.scope}`] : []),
    ]),
  );
  let frontier = close(new Map([...scopes].map((place) => [place, SPEEDS.length - 1])), 0);
  const found = new Map<string, Found & { isExample: boolean }>();
  for (let hops = 1; hops <= maxDepth; hops++) {
    const next = new Map<string, number>();
    for (const use of uses) {
      if (use.source === use.target || use.source === root) continue;
      for (const [place, reached] of frontier) {
        const [repository = "", scope = ""] = place.split(" ");
        if (repository !== use.target || !isIn(scope, use.artifact)) continue;
        const speed = Math.min(reached, speedOf(use));
        const landing = { hops, speed, isExample: use.role === "example" };
        const best = found.get(use.source);
        const isBetter =
          best === undefined ||
          (best.hops === hops &&
            (best.isExample === landing.isExample ? best.speed < speed : best.isExample));
        if (isBetter) found.set(use.source, landing);
        const outer = `${use.source} ${use.scope}`;
        if (use.scope === null || known.has(outer)) continue;
        next.set(outer, Math.max(next.get(outer) ?? 0, speed));
      }
    }
    frontier = close(next, hops);
  }
  return new Map([...found].map(([id, { hops, speed }]) => [id, { hops, speed }]));
}

const anyQuery = [anyArtifactGraph, fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 400, 800)] as const;

const rootOf = (graph: PackedGraph): number => findNode(graph, "a") ?? -1;

describe("impactOf, for any graph", () => {
  it("finds the repositories, hops and clocks of the specification", () => {
    fc.assert(
      fc.property(...anyQuery, (graph, maxDepth, floor) => {
        const options = { ...OPTIONS, maxDepth, floor };
        const { affected } = impactOf(graph, rootOf(graph), options);
        const found = affected.map(
          ({ repositoryId, hops, clock }) => [repositoryId, { hops, speed: SPEEDS.indexOf(clock) }] as const,
        );
        expect(new Map(found)).toEqual(affectedByHand(graph, "a", options));
      }),
      { numRuns: 2000 },
    );
  });

  it("shows real paths, whose last use is one of those listed, and whose weakest use is the confidence", () => {
    fc.assert(
      fc.property(...anyQuery, (graph, maxDepth, floor) => {
        const { affected } = impactOf(graph, rootOf(graph), { ...OPTIONS, maxDepth, floor });
        for (const { repositoryId, path, hops, confidence, clock, decidingUse, roles, direct } of affected) {
          expect([path.length, direct]).toEqual([hops, hops === 1]);
          expect([path[0]?.target, path.at(-1)?.source]).toEqual(["a", repositoryId]);
          for (const [index, use] of path.slice(1).entries()) expect(use.target).toBe(path[index]?.source);
          expect(Math.min(...path.map((use) => use.confidence))).toBe(confidence);
          const speeds = path.map((use) => SPEEDS.indexOf(clockOf(use, use.versionConstraint, null)));
          expect(SPEEDS[Math.min(...speeds)]).toBe(clock);
          expect(path).toContainEqual(decidingUse);
          expect(roles.flatMap((group) => group.uses)).toContainEqual(path.at(-1));
          for (const use of roles.flatMap((group) => group.uses)) {
            expect(use.source).toBe(repositoryId);
            expect(use.confidence).toBeGreaterThanOrEqual(floor);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("affects a subset of what it affects through repositories, which is all that edges reach", () => {
    fc.assert(
      fc.property(...anyQuery, (graph, maxDepth, floor) => {
        const idsOf = (through: ImpactOptions["through"]) =>
          impactOf(graph, rootOf(graph), { ...OPTIONS, maxDepth, floor, through })
            .affected.map(({ repositoryId }) => repositoryId)
            .toSorted();
        const { strength } = reach(graph, rootOf(graph), "downstream", maxDepth, floor);
        const reached = graph.nodes.filter((_, node) => node !== rootOf(graph) && strength[node] !== 0);
        expect(idsOf("repositories")).toEqual(reached);
        expect(reached).toEqual(expect.arrayContaining(idsOf("artifacts")));
      }),
      { numRuns: 500 },
    );
  });

  it("a use without a scope affects nothing beyond its consumer", () => {
    fc.assert(
      fc.property(...anyQuery, fc.nat(), (graph, maxDepth, floor, pick) => {
        const landing = usesOf(graph).filter((use) => use.scope === null);
        const removed = landing[pick % Math.max(1, landing.length)];
        const rest = usesOf(graph).filter((use) => JSON.stringify(use) !== JSON.stringify(removed));
        const clocks = (uses: Use[]) => {
          const other = packGraph(graph.nodes, uses);
          const { affected } = impactOf(other, rootOf(other), { ...OPTIONS, maxDepth, floor });
          return affected
            .filter(({ repositoryId }) => repositoryId !== removed?.source)
            .map(({ repositoryId, hops, clock }) => `${repositoryId} ${hops} ${clock}`)
            .toSorted();
        };
        expect(clocks(rest)).toEqual(clocks(usesOf(graph)));
      }),
      { numRuns: 500 },
    );
  });

  it("is consistent: each repository in one wave, no empty waves, summaries that add up", () => {
    fc.assert(
      fc.property(
        anyGraph,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 400, 800),
        (graph, maxDepth, floor) => {
          const { affected, waves, summary } = impactOf(graph, rootOf(graph), {
            ...OPTIONS,
            maxDepth,
            floor,
          });
          expect(waves.flat().toSorted()).toEqual(
            affected.map(({ repositoryId }) => repositoryId).toSorted(),
          );
          expect(waves.every((wave) => wave.length > 0)).toBe(true);
          expect(summary.direct + summary.transitive).toBe(affected.length);
          const { byClock, byRole, byConfidenceBand, byDependencyType } = summary;
          const totals = [
            { ...byClock.direct, other: totalOf(byClock.transitive) },
            { ...byRole.direct, other: totalOf(byRole.transitive) },
            byConfidenceBand,
            byDependencyType,
          ].map(totalOf);
          expect(totals).toEqual(totals.map(() => affected.length));
        },
      ),
      { numRuns: 500 },
    );
  });
});

const totalOf = (counts: Partial<Record<string, number>>): number =>
  Object.values(counts).reduce((sum: number, count) => sum + (count ?? 0), 0);
