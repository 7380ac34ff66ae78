import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNode, getConstraintKinds, type PackedGraph } from "../packed-graph.ts";
import { anyGraph, graphOf, simplePaths, type Link } from "../testing/random-graph.ts";
import { adoptions, type Adoption } from "./adoption.ts";

const adoptionsOf = (graph: PackedGraph, version: string | null = null, maxDepth = 3, floor = 0) => {
  const usable = Uint8Array.from(graph.columns.confidence, (confidence) => Number(confidence >= floor));
  return adoptions(graph, { root: findNode(graph, "a") ?? -1, maxDepth, usable, version });
};

const adoptionOf = (repository: string, links: Link[], version: string | null = null) => {
  const graph = graphOf(links, ["a"]);
  return adoptionsOf(graph, version).of(findNode(graph, repository) ?? -1);
};

const direct = (state: "absent" | "pinned" | "unresolved", versionConstraint: string): Link => ({
  source: "b",
  target: "a",
  state,
  versionConstraint,
});

const chain = (first: Link["state"], second: Link["state"]): Link[] => [
  { source: "b", target: "a", state: first ?? "range" },
  { source: "c", target: "b", state: second ?? "range" },
];

describe("adoption of a direct consumer", () => {
  it.each([
    ["absent", "immediate"],
    ["floating", "immediate"],
    ["range", "on_update"],
    ["pinned", "pinned"],
    ["digest", "pinned"],
    ["unresolved", "unknown"],
  ] as const)("maps %s to %s", (state, adoption) => {
    expect(adoptionOf("b", [{ source: "b", target: "a", state }])).toBe(adoption);
  });

  it.each([
    ["^1.0.0", "npm", "range", "1.9.0", "on_update"],
    ["^1.0.0", "npm", "range", "2.0.0", "pinned"],
    ["^1.0.0", "npm", "range", "main", "on_update"],
    ["v4", "git", "floating", "v4.2.0", "immediate"],
    ["v4", "git", "floating", "v5.0.0", "pinned"],
    ["main", "git", "floating", "v5.0.0", "immediate"],
  ] as const)(
    "maps %s (%s, %s) and release %s to %s",
    (versionConstraint, versioning, state, version, adoption) => {
      const link = { source: "b", target: "a", versionConstraint, versioning, state };
      expect(adoptionOf("b", [link], version)).toBe(adoption);
    },
  );

  it("is that of the fastest declaration, and unknown only if an unresolved one could be faster", () => {
    expect(adoptionOf("b", [direct("pinned", "1"), direct("absent", "2")])).toBe("immediate");
    expect(adoptionOf("b", [direct("pinned", "1"), direct("absent", "1")])).toBe("immediate");
    expect(adoptionOf("b", [direct("absent", "1"), direct("unresolved", "2")])).toBe("immediate");
    expect(adoptionOf("b", [direct("pinned", "1"), direct("unresolved", "2")])).toBe("unknown");
    expect(adoptionOf("b", [direct("pinned", "1"), direct("unresolved", "1")])).toBe("unknown");
  });
});

describe("adoption along a path", () => {
  it.each([
    ["floating", "range", "on_update"],
    ["pinned", "floating", "pinned"],
    ["floating", "unresolved", "unknown"],
    ["pinned", "unresolved", "pinned"],
  ] as const)("maps %s followed by %s to %s", (first, second, adoption) => {
    expect(adoptionOf("c", chain(first, second))).toBe(adoption);
  });

  it("applies the released version only to edges that end at the root", () => {
    expect(adoptionOf("c", chain("floating", "range"), "1.5.0")).toBe("on_update");
    const links: Link[] = [
      { source: "b", target: "a", versionConstraint: "^2.0.0" },
      { source: "c", target: "b", versionConstraint: "^1.0.0" },
    ];
    expect(adoptionOf("c", links, "2.1.0")).toBe("on_update");
    expect(adoptionOf("c", links, "1.1.0")).toBe("pinned");
  });
});

const RANK = { pinned: 1, range: 2, floating: 3, absent: 3, digest: 1 } as const;
const NAMES: Adoption[] = ["unknown", "pinned", "on_update", "immediate"];

const anyQuery = [anyGraph, fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 800)] as const;

const everyPath = (graph: PackedGraph, depth: number, floor: number) =>
  simplePaths(graph, "downstream", depth, (edge) => (graph.columns.confidence[edge] ?? 0) >= floor, {
    nodes: [findNode(graph, "a") ?? -1],
    edges: [],
  });

/** The speed of the slowest edge, counting unresolved constraints as `unknown`. */
const speedOf = (graph: PackedGraph, edges: readonly number[], unknown: number): number =>
  Math.min(
    ...edges.map((edge) =>
      Math.max(
        ...getConstraintKinds(graph, edge).map(({ state }) =>
          state === "unresolved" ? unknown : RANK[state],
        ),
      ),
    ),
  );

/** The speed of the fastest path to each node. */
function speeds(graph: PackedGraph, depth: number, floor: number, unknown: number): number[] {
  const best = graph.nodes.map(() => 0);
  for (const { nodes, edges } of everyPath(graph, depth, floor)) {
    const end = nodes.at(-1) ?? -1;
    best[end] = Math.max(best[end] ?? 0, speedOf(graph, edges, unknown));
  }
  return best;
}

const nameOf = (slow: number, fast: number): Adoption | undefined => NAMES[slow === fast ? slow : 0];

it("adoption is that of the fastest path, and unknown exactly if unresolved constraints could change it", () => {
  fc.assert(
    fc.property(...anyQuery, (graph, depth, floor) => {
      const [slow, fast] = [speeds(graph, depth, floor, 1), speeds(graph, depth, floor, 3)];
      const expected = slow.map((speed, node) =>
        fast[node] === 0 ? undefined : nameOf(speed, fast[node] ?? 0),
      );
      const found = adoptionsOf(graph, null, depth, floor);
      expect(graph.nodes.map((_, node) => found.of(node))).toEqual(expected);
    }),
    { numRuns: 1500 },
  );
});

it("decisionOf returns a path, and an edge on it, that alone imply the node's adoption", () => {
  fc.assert(
    fc.property(...anyQuery, (graph, depth, floor) => {
      const found = adoptionsOf(graph, null, depth, floor);
      const adoptionOfAll = (edges: readonly number[]) =>
        nameOf(speedOf(graph, edges, 1), speedOf(graph, edges, 3));
      const paths = [...everyPath(graph, depth, floor)];
      for (const { nodes, edges } of paths) {
        const node = nodes.at(-1) ?? -1;
        const decision = found.decisionOf(node, edges);
        expect(paths.map((path) => path.edges)).toContainEqual(decision?.path);
        expect(graph.columns.source[decision?.path.at(-1) ?? -1]).toBe(node);
        expect(adoptionOfAll(decision?.path ?? [])).toBe(found.of(node));
        expect(decision?.path).toContain(decision?.edge);
        expect(adoptionOfAll([decision?.edge ?? -1])).toBe(found.of(node));
        const isAsGood = [1, 3].every(
          (unknown) => speedOf(graph, edges, unknown) === speedOf(graph, decision?.path ?? [], unknown),
        );
        expect(decision?.path).toEqual(isAsGood ? edges : decision?.path);
      }
    }),
    { numRuns: 500 },
  );
});
