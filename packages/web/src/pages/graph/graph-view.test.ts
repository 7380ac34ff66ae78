import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { describe, expect, it } from "vitest";
import { viewOf } from "./graph-view.ts";

const node = (id: string, archived = false): DependencyGraph["nodes"][number] => ({
  id,
  label: id,
  type: "repository",
  metadata: { full_path: `acme/${id}`, connected_org_id: "org", archived, last_scanned_at: null },
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
});

const graph: DependencyGraph = {
  nodes: [node("a"), node("b"), node("c", true), node("d")],
  edges: [edge("b", "a"), edge("b", "a", "go_module"), edge("c", "a"), edge("a", "d", "helm_chart", 0.3)],
  applied_min_confidence: null,
};
const all = { minConfidence: 0, hideArchived: false };
const names = (filters: Parameters<typeof viewOf>[1]): string[] =>
  viewOf(graph, filters).nodes.map(({ id }) => id);

describe("what of a graph is looked at", () => {
  it("counts each user once, and knows as what a repository is mostly used", () => {
    expect(viewOf(graph, all).nodes[0]).toMatchObject({ fanIn: 2, fanOut: 1, mainType: "npm_package" });
    expect(viewOf(graph, all).nodes[3]).toMatchObject({ fanIn: 1, fanOut: 0, mainType: "helm_chart" });
  });

  it("leaves out what is less sure, of another type, or archived, but never the root", () => {
    expect(viewOf(graph, { ...all, minConfidence: 0.4 }).edges).toHaveLength(3);
    expect(names({ ...all, type: "go_module" })).toEqual(["a", "b"]);
    expect(names({ ...all, hideArchived: true })).toEqual(["a", "b", "d"]);
    expect(names({ ...all, hideArchived: true, type: "go_module", root: "c" })).toEqual(["a", "b", "c"]);
  });

  it("offers every type, the most frequent first, whichever is looked at", () => {
    expect(viewOf(graph, { ...all, type: "go_module" }).types).toEqual([
      { type: "npm_package", count: 2 },
      { type: "go_module", count: 1 },
      { type: "helm_chart", count: 1 },
    ]);
  });
});
