import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileScope } from "@knockon/extract/scope";
import { edgeId } from "../edges.ts";
import { getEdgeId, getUse, type PackedGraph } from "../packed-graph.ts";
import { anyArtifactUses, graphOf, type Link, packUses } from "../testing/random-graph.ts";
import { SPEEDS } from "./clock.ts";
import { edgeTraits } from "./edge-traits.ts";
import { isOfRoles, isSecondary, roleIn, speedOf } from "./route.ts";
import { factsOf, maskOf } from "./use-traits.ts";
import { DEPENDENCY_ROLES, ROLES } from "@knockon/contract/vocabulary/role";

const unreleased = () => null;

const use = { source: "b", target: "a", versionConstraint: "1", state: "floating", isLocked: false } as const;

const traitsOf = (links: readonly Link[], floor = 0, release: string | null = null) =>
  edgeTraits(graphOf(links), floor, () => release)(0);

/** The uses of an edge, by their identity instead of their position. */
const usesOf = (graph: PackedGraph, edge: number): number[] =>
  [...graph.uses.source.keys()].filter((at) => edgeId(getUse(graph, at)) === getEdgeId(graph, edge));

describe("edgeTraits", () => {
  it("returns the strongest role and the fastest clock of the uses of each edge", () => {
    fc.assert(
      fc.property(anyArtifactUses.map(packUses), (graph) => {
        const facts = factsOf(graph);
        const traits = edgeTraits(graph, 0, unreleased);
        for (const edge of graph.columns.source.keys()) {
          const uses = usesOf(graph, edge).map((at) => facts[at] ?? 0);
          const dependencies = uses.filter((fact) => isOfRoles(fact, maskOf(DEPENDENCY_ROLES)));
          const first = dependencies.filter((fact) => !isSecondary(fact));
          const deciding = [first, dependencies, uses].find(({ length }) => length > 0) ?? [];
          expect(traits(edge)).toEqual({
            role: ROLES[Math.min(...uses.map(roleIn))],
            clock: SPEEDS[Math.max(...deciding.map(speedOf))],
          });
        }
      }),
    );
  });

  it("tells that the uses that decide its clock fetch one file each", () => {
    const file = { ...use, dependencyType: "git_repository", artifact: fileScope("install.sh") } as const;
    expect(traitsOf([file]).oneFile).toBe(true);
    expect(traitsOf([file, { ...file, artifact: fileScope("lint.sh") }]).oneFile).toBe(true);
    expect(traitsOf([file, { ...file, artifact: "acme/a" }]).oneFile).toBeUndefined();
    expect(traitsOf([file, { ...file, state: "pinned", artifact: "acme/a" }]).oneFile).toBe(true);
    expect(traitsOf([{ ...file, dependencyType: "npm_package" }]).oneFile).toBeUndefined();
  });

  it("counts mentions and examples only without other uses", () => {
    const pinned = { ...use, state: "pinned" } as const;
    expect(
      traitsOf([
        { ...use, role: "documentation" },
        { ...pinned, role: "ci" },
      ]),
    ).toEqual({
      role: "ci",
      clock: "bump",
    });
    expect(
      traitsOf([
        { ...use, role: "example" },
        { ...pinned, role: "test" },
      ]).clock,
    ).toBe("bump");
    expect(traitsOf([{ ...use, role: "documentation" }]).clock).toBe("next_run");
  });

  it("ignores uses below the confidence floor", () => {
    const weak = { ...use, confidence: 300 };
    const strong = { ...use, state: "pinned", role: "ci", confidence: 900 } as const;
    expect(traitsOf([weak, strong], 400)).toEqual({ role: "ci", clock: "bump" });
    expect(traitsOf([weak, strong], 300)).toEqual({ role: "runtime", clock: "next_run" });
  });

  it("compares constraints with the release", () => {
    const ranged = { ...use, state: "range", versionConstraint: "^1.0.0" } as const;
    expect(traitsOf([ranged], 0, "1.4.0").clock).toBe("next_run");
    expect(traitsOf([ranged], 0, "2.0.0").clock).toBe("bump");
  });
});
