import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { expect, it } from "vitest";
import { mostDependedOn } from "./most-depended-on.tsx";
import { scatter } from "./ownership-risk.tsx";

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
  role: "runtime",
  clock: "bump",
});

it("counts each dependent once and ignores mentions", () => {
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

const risk = (bus_factor: number, dependent_repositories_total: number) => ({
  repository: { id: `${bus_factor}` },
  bus_factor,
  dependent_repositories_total,
});

it("merges repositories with equal bus factor and dependents and caps the bus factor", () => {
  expect(scatter([risk(1, 99), risk(1, 99), risk(5, 0), risk(40, 0)])).toEqual([
    { busFactor: 1, dependents: [99, 99], ids: ["1", "1"], x: 1, y: 0 },
    { busFactor: 5, dependents: [0, 0], ids: ["5", "40"], x: 0, y: 1 },
  ]);
});

it("scales dependents logarithmically", () => {
  expect(scatter([risk(1, 99), risk(3, 9)])[1]).toMatchObject({ x: 0.5, y: 0.5 });
});

it("merges points that would overlap on a narrow screen", () => {
  const merged = scatter([risk(1, 60), risk(1, 70), risk(1, 99)]).find(({ ids }) => ids.length > 1);
  expect(merged).toMatchObject({ dependents: [60, 70], x: 0.875 });
});
