import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { describe, expect, it } from "vitest";
import { viewOf } from "./graph-view.ts";
import { combineEdges } from "./layers.ts";

type Node = DependencyGraph["nodes"][number];

const node = (id: string, metadata: Partial<Node["metadata"]> = {}): Node => ({
  id,
  label: id,
  type: "repository",
  metadata: {
    full_path: `acme/${id}`,
    connected_org_id: "org",
    archived: false,
    last_scanned_at: null,
    ...metadata,
  },
});

const edge = (
  source: string,
  target: string,
  dependency_type: ArtifactType = "npm_package",
  confidence = 0.9,
): DependencyGraph["edges"][number] => ({
  id: `${source}-${target}-${dependency_type}`,
  source,
  target,
  dependency_type,
  version_constraint: null,
  confidence,
  role: "runtime",
  clock: "bump",
});

const graph: DependencyGraph = {
  nodes: [node("a"), node("b"), node("c", { archived: true }), node("d")],
  edges: [edge("b", "a"), edge("b", "a", "go_module"), edge("c", "a"), edge("a", "d", "helm_chart", 0.3)],
  applied_min_confidence: null,
};
const all = { minConfidence: 0, hideArchived: false };
const names = (filters: Parameters<typeof viewOf>[1]): string[] =>
  viewOf(graph, filters).nodes.map(({ id }) => id);

describe("viewOf", () => {
  it("counts each dependent once", () => {
    expect(viewOf(graph, all).nodes[0]).toMatchObject({ fanIn: 2, fanOut: 1 });
    expect(viewOf(graph, all).nodes[3]).toMatchObject({ fanIn: 1, fanOut: 0 });
  });

  it("filters by confidence, type and archived state but keeps the root", () => {
    expect(viewOf(graph, { ...all, minConfidence: 0.4 }).edges).toHaveLength(3);
    expect(names({ ...all, type: "go_module" })).toEqual(["a", "b"]);
    expect(names({ ...all, hideArchived: true })).toEqual(["a", "b", "d"]);
    expect(names({ ...all, hideArchived: true, type: "go_module", root: "c" })).toEqual(["a", "b", "c"]);
  });

  it("counts a dependent on its next run by the uses that decide, as an impact does", () => {
    const nextRun = (...edges: DependencyGraph["edges"]) => {
      const view = viewOf({ ...graph, edges }, all);
      return [view.nodes[0]!.nextRun, combineEdges(view.edges, (id) => id)[0]!.fastest];
    };
    const fast = { ...edge("b", "a", "container_image"), clock: "next_run" } as const;
    expect(nextRun(fast, edge("b", "a"))).toEqual([1, "next_run"]);
    // Only developers run the image, and the package decides.
    expect(nextRun({ ...fast, role: "dev" }, edge("b", "a"))).toEqual([0, "bump"]);
    expect(nextRun({ ...fast, role: "dev" })).toEqual([1, "next_run"]);
    expect(nextRun({ ...fast, role: "example" }, edge("b", "a"))).toEqual([0, "bump"]);
    expect(nextRun({ ...fast, role: "documentation" }, edge("b", "a"))).toEqual([0, "bump"]);
    // Nothing runs in an archived repository.
    expect(nextRun({ ...fast, source: "c" })[0]).toBe(0);
    // Mentions never make a repository affected.
    expect(nextRun({ ...fast, role: "documentation" })[0]).toBe(0);
  });

  it("filters by clock and counts all clocks", () => {
    const timed: DependencyGraph = {
      ...graph,
      edges: [{ ...edge("b", "a"), clock: "next_run" }, edge("c", "a"), edge("d", "a")],
    };
    const view = viewOf(timed, { ...all, clock: "next_run" });
    expect(view.nodes.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(view.clocks).toEqual([
      { clock: "next_run", count: 1 },
      { clock: "bump", count: 2 },
    ]);
  });

  it("lists all types by frequency regardless of the filter", () => {
    expect(viewOf(graph, { ...all, type: "go_module" }).types).toEqual([
      { type: "npm_package", count: 2 },
      { type: "go_module", count: 1 },
      { type: "helm_chart", count: 1 },
    ]);
  });
});

it("names owners without the organization of their repository", () => {
  const owner = { names: ["@ACME/search", "@other/web"], source: "codeowners" } as const;
  const { nodes } = viewOf(
    { ...graph, nodes: [node("a", { owner: { ...owner, names: [...owner.names] } }), node("b")] },
    { minConfidence: 0, hideArchived: false },
  );
  expect(nodes.map((one) => [one.owner, one.ownerName])).toEqual([
    ["search and 1 other", "@ACME/search and 1 other"],
    [undefined, undefined],
  ]);
});
