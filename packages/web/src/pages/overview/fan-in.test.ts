import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { expect, it } from "vitest";
import { mostDependedOn } from "./fan-in.ts";

const node = (id: string): DependencyGraph["nodes"][number] => ({
  id,
  label: id,
  type: "repository",
  metadata: { full_path: `acme/${id}`, connected_org_id: "org", archived: false, last_scanned_at: null },
});
const edge = (source: string, target: string, confidence = 1): DependencyGraph["edges"][number] => ({
  id: `${source}-${target}-${confidence}`,
  source,
  target,
  dependency_type: "npm_package",
  version_constraint: null,
  confidence,
});

it("a dependent counts once, whatever the number of its declarations, and a mention does not", () => {
  const graph: DependencyGraph = {
    nodes: ["api", "kit", "web"].map(node),
    edges: [
      edge("api", "kit"),
      edge("api", "kit", 0.8),
      edge("web", "kit", 0.3),
      edge("web", "api"),
      edge("api", "api"),
    ],
    applied_min_confidence: null,
  };
  expect(mostDependedOn([graph, graph], 5)).toEqual([
    { id: "api", fullPath: "acme/api", dependents: 1 },
    { id: "kit", fullPath: "acme/kit", dependents: 1 },
  ]);
});
