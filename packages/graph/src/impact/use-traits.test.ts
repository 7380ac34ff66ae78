import { ROLES } from "@knockon/contract/vocabulary/role";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getUse } from "../packed-graph.ts";
import { anyArtifactUses, graphOf, packUses } from "../testing/random-graph.ts";
import { artifactLevel } from "./artifact-graph.ts";
import { clockOf, SPEEDS } from "./clock.ts";
import { dependsOnRelease, isOfRoles, roleIn, speedOf, strengthOf } from "./route.ts";
import { factsOf, firstUses, maskOf, speedsOf } from "./use-traits.ts";

describe("factsOf", () => {
  it("contains the confidence, role and speed of every use", () => {
    fc.assert(
      fc.property(anyArtifactUses.map(packUses), (graph) => {
        for (const [at, facts] of factsOf(graph).entries()) {
          const use = getUse(graph, at);
          expect(strengthOf(facts)).toBe(use.confidence);
          expect(ROLES[roleIn(facts)]).toBe(use.role);
          expect(SPEEDS[speedOf(facts)]).toBe(clockOf(use, use.versionConstraint, null));
          expect(dependsOnRelease(facts)).toBe(use.state === "range" || use.state === "floating");
          for (const role of ROLES) expect(isOfRoles(facts, maskOf([role]))).toBe(role === use.role);
          expect(isOfRoles(facts, maskOf(ROLES))).toBe(true);
        }
      }),
    );
  });
});

describe("firstUses", () => {
  it("delimits the uses of every node", () => {
    fc.assert(
      fc.property(anyArtifactUses.map(packUses), (graph) => {
        const first = firstUses(graph);
        const sources = [...graph.nodes.keys()].flatMap((node) =>
          Array.from({ length: (first[node + 1] ?? 0) - (first[node] ?? 0) }, () => node),
        );
        expect(sources).toEqual([...graph.uses.source]);
      }),
    );
  });
});

describe("speedsOf", () => {
  const anyReleases = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.constantFrom("1.5.0", "2.5.0"));

  it("is the speed of the use's clock", () => {
    fc.assert(
      fc.property(anyArtifactUses.map(packUses), anyReleases, (graph, releases) => {
        const releaseOf = (use: number) => releases[getUse(graph, use).target] ?? null;
        const speed = speedsOf(graph, artifactLevel(graph).artifact, releaseOf);
        for (const at of [...graph.uses.source.keys(), ...graph.uses.source.keys()]) {
          const use = getUse(graph, at);
          expect(SPEEDS[speed(at)]).toBe(clockOf(use, use.versionConstraint, releaseOf(at)));
        }
      }),
    );
  });

  it("looks up the release of each artifact once", () => {
    const to = { target: "a", state: "range" } as const;
    const graph = graphOf([
      { source: "b", ...to },
      { source: "c", ...to },
      { source: "d", ...to, artifact: "npm_package:other" },
    ]);
    const lookedUp: string[] = [];
    const speed = speedsOf(graph, artifactLevel(graph).artifact, (use) => {
      lookedUp.push(getUse(graph, use).artifact);
      return null;
    });
    for (const use of [0, 1, 2, 0, 1, 2]) speed(use);
    expect(lookedUp).toEqual(["npm_package:a", "npm_package:other"]);
  });
});
