import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNode } from "../packed-graph.ts";
import { anyGraph, graphOf, type Link } from "../testing/random-graph.ts";
import { reach } from "../traverse.ts";
import { impactOf, type ImpactOptions } from "./impact.ts";

const OPTIONS: ImpactOptions = { maxDepth: 3, floor: 400, version: null };

const impactOfA = (links: Link[], options: Partial<ImpactOptions> = {}) =>
  impactOf(graphOf(links, ["a"]), 0, { ...OPTIONS, ...options });

describe("impactOf", () => {
  it("returns the path, confidence, adoption and wave of every affected repository", () => {
    const { affected } = impactOfA([
      { source: "b", target: "a", confidence: 980, state: "floating", versionConstraint: "latest" },
      { source: "c", target: "b", confidence: 850 },
    ]);
    const toA = {
      source: "b",
      target: "a",
      dependencyType: "npm_package",
      versionConstraint: "latest",
      confidence: 980,
    };
    const toB = { ...toA, source: "c", target: "b", versionConstraint: "^1.0.0", confidence: 850 };
    expect(affected).toEqual([
      {
        repositoryId: "b",
        hops: 1,
        confidence: 980,
        path: [toA],
        isDirect: true,
        adoption: "immediate",
        decidedBy: null,
        wave: 1,
        cycleGroup: null,
      },
      {
        repositoryId: "c",
        hops: 2,
        confidence: 850,
        path: [toA, toB],
        isDirect: false,
        adoption: "on_update",
        decidedBy: null,
        wave: 2,
        cycleGroup: null,
      },
    ]);
  });

  it("returns what determines the adoption if the last edge of the strongest path does not", () => {
    const { affected } = impactOfA([
      { source: "b", target: "a", state: "pinned" },
      { source: "c", target: "b", state: "floating" },
      { source: "d", target: "a", state: "digest", versionConstraint: "1f" },
      { source: "d", target: "a", state: "absent", versionConstraint: null, confidence: 600 },
    ]);
    expect(affected.map(({ repositoryId, adoption }) => `${repositoryId} ${adoption}`)).toEqual([
      "b pinned",
      "d immediate",
      "c pinned",
    ]);
    const toA = { target: "a", versionConstraint: "^1.0.0", confidence: 1000 };
    const floating = { source: "d", target: "a", versionConstraint: null, confidence: 600 };
    expect(affected.map(({ decidedBy }) => decidedBy)).toMatchObject([
      null,
      { path: [floating], edge: floating },
      {
        path: [
          { source: "b", ...toA },
          { source: "c", target: "b" },
        ],
        edge: { source: "b", ...toA },
      },
    ]);
  });

  it("counts repositories by distance, type, confidence and adoption", () => {
    const { summary } = impactOfA([
      { source: "b", target: "a", dependencyType: "container_image", state: "digest" },
      { source: "c", target: "b", confidence: 850 },
      { source: "d", target: "b", confidence: 700, state: "unresolved" },
    ]);
    expect(summary).toEqual({
      direct: 1,
      transitive: 2,
      byDependencyType: { container_image: 1, npm_package: 2 },
      byConfidenceBand: { high: 1, medium: 1, low: 1, mention: 0 },
      byAdoption: { immediate: 0, on_update: 0, pinned: 3, unknown: 0 },
    });
  });

  it("counts a repository that declares the root as direct, even if its strongest path is longer", () => {
    const { affected, summary } = impactOfA([
      { source: "b", target: "a" },
      { source: "c", target: "b" },
      { source: "c", target: "a", confidence: 600 },
    ]);
    expect(affected.at(-1)).toMatchObject({ repositoryId: "c", hops: 2, isDirect: true });
    expect(summary).toMatchObject({ direct: 2, transitive: 0 });
  });

  it("omits repositories reachable only below the floor and counts them", () => {
    const links = [
      { source: "b", target: "a" },
      { source: "c", target: "a", confidence: 300 },
      { source: "d", target: "c" },
    ];
    expect(impactOfA(links).affected.map(({ repositoryId }) => repositoryId)).toEqual(["b"]);
    expect(impactOfA(links).belowFloor).toBe(2);
    expect(impactOfA(links, { floor: 0 }).belowFloor).toBe(0);
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

  it("is empty for a repository without dependents", () => {
    expect(impactOfA([{ source: "a", target: "b" }])).toMatchObject({
      affected: [],
      waves: [],
      chokePoints: [],
      belowFloor: 0,
      summary: { direct: 0, transitive: 0, byDependencyType: {} },
    });
  });

  it("is consistent: all reached nodes, each in one wave, no empty waves, summaries that add up", () => {
    fc.assert(
      fc.property(
        anyGraph,
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom(0, 400, 800),
        (graph, maxDepth, floor) => {
          const root = findNode(graph, "a") ?? -1;
          const { affected, waves, summary } = impactOf(graph, root, { maxDepth, floor, version: null });
          const ids = affected.map(({ repositoryId }) => repositoryId).toSorted();
          const { strength } = reach(graph, root, "downstream", maxDepth, floor);
          expect(ids).toEqual(graph.nodes.filter((_, node) => node !== root && strength[node] !== 0));
          expect(waves.flat().toSorted()).toEqual(ids);
          expect(waves.every((wave) => wave.length > 0)).toBe(true);
          expect(summary.direct + summary.transitive).toBe(affected.length);
          const totals = [summary.byAdoption, summary.byConfidenceBand, summary.byDependencyType].map(
            (counts) => Object.values(counts).reduce((a, b) => a + b, 0),
          );
          expect(totals).toEqual([affected.length, affected.length, affected.length]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
