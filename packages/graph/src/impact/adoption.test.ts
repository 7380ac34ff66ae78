import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNode, getHolds, type PackedGraph } from "../packed-graph.ts";
import { anyGraph, graphOf, simplePaths, type Link } from "../testing/random-graph.ts";
import { adoptions, type Adoption } from "./adoption.ts";

const adoptionsOf = (graph: PackedGraph, version: string | null = null, maxDepth = 3, floor = 0) => {
  const usable = Uint8Array.from(graph.columns.confidence, (confidence) => Number(confidence >= floor));
  return adoptions(graph, { root: findNode(graph, "a") ?? -1, maxDepth, usable, version });
};

const adoptionOf = (repository: string, links: Link[], version: string | null = null) => {
  const graph = graphOf(links, ["a"]);
  return adoptionsOf(graph, version)[findNode(graph, repository) ?? -1];
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
  ] as const)("%s is %s", (state, adoption) => {
    expect(adoptionOf("b", [{ source: "b", target: "a", state }])).toBe(adoption);
  });

  it.each([
    ["^1.0.0", "npm", "range", "1.9.0", "on_update"],
    ["^1.0.0", "npm", "range", "2.0.0", "pinned"],
    ["^1.0.0", "npm", "range", "main", "on_update"],
    ["v4", "git", "floating", "v4.2.0", "immediate"],
    ["v4", "git", "floating", "v5.0.0", "pinned"],
    ["main", "git", "floating", "v5.0.0", "immediate"],
  ] as const)("%s (%s) takes %s %s: %s", (versionConstraint, versioning, state, version, adoption) => {
    const link = { source: "b", target: "a", versionConstraint, versioning, state };
    expect(adoptionOf("b", [link], version)).toBe(adoption);
  });

  it("is the fastest of its declarations, and unknown only where an unknown one could be faster", () => {
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
  ] as const)("%s, then %s: %s", (first, second, adoption) => {
    expect(adoptionOf("c", chain(first, second))).toBe(adoption);
  });

  it("takes the released version for the root's edges only", () => {
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

/** The slowest edge of every path, the fastest path, with unknown clocks taken as `unknown`. */
function speeds(graph: PackedGraph, depth: number, floor: number, unknown: number): number[] {
  const root = findNode(graph, "a") ?? -1;
  const rank = (edge: number) =>
    Math.max(...getHolds(graph, edge).map(({ state }) => (state === "unresolved" ? unknown : RANK[state])));
  const best = graph.nodes.map(() => 0);
  const usable = (edge: number) => (graph.columns.confidence[edge] ?? 0) >= floor;
  for (const { nodes, edges } of simplePaths(graph, "downstream", depth, usable, {
    nodes: [root],
    edges: [],
  })) {
    const end = nodes.at(-1) ?? root;
    best[end] = Math.max(best[end] ?? 0, Math.min(...edges.map(rank)));
  }
  return best;
}

it("adoption is what every path together says, unknown exactly where unknown clocks could change it", () => {
  fc.assert(
    fc.property(anyGraph, fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 800), (graph, depth, floor) => {
      const [slow, fast] = [speeds(graph, depth, floor, 1), speeds(graph, depth, floor, 3)];
      const expected = slow.map((speed, node) => {
        if (speed !== fast[node]) return "unknown";
        return speed === 0 ? undefined : NAMES[speed];
      });
      expect(adoptionsOf(graph, null, depth, floor)).toEqual(expected);
    }),
    { numRuns: 1500 },
  );
});
