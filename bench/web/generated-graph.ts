import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { uuidV5 } from "@knockon/graph/uuid";
import { randomNumbers } from "../measure/numbers.ts";

export const NODES = 2000;
export const EDGES = 10_000;

const NAMESPACE = "8d5f4e0a-4c55-4f0e-9a57-0d3f5e6f7a10";
/** The higher, the more edges point to a few popular repositories. */
const SKEW = 4;
const KINDS = 8;
const ARCHIVED_SHARE = 0.1;

/** Generates the graph of an org as in an API response, with at most one edge between two repositories. */
export function generateGraph(seed: number): DependencyGraph {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const ids = Array.from({ length: NODES }, (_, index) => uuidV5(NAMESPACE, `acme/repository-${index}`));
  const edges = new Map<string, DependencyGraph["edges"][number]>();
  while (edges.size < EDGES) {
    const [from, to] = [below(NODES), Math.floor(NODES * random() ** SKEW)];
    const pair = `${from} ${to}`;
    if (from === to) continue;
    edges.set(pair, {
      id: uuidV5(NAMESPACE, pair),
      source: ids[from] ?? "",
      target: ids[to] ?? "",
      dependency_type: ARTIFACT_TYPES[below(KINDS)] ?? "npm_package",
      version_constraint: `^${below(9)}.0.0`,
      confidence: 0.98,
      role: ROLES[below(3)] ?? "runtime",
      clock: CLOCKS[below(CLOCKS.length)] ?? "unknown",
    });
  }
  const nodes = ids.map((id, index): DependencyGraph["nodes"][number] => ({
    id,
    label: `repository-${index}`,
    type: "repository",
    metadata: {
      full_path: `acme/repository-${index}`,
      connected_org_id: uuidV5(NAMESPACE, "acme"),
      archived: random() < ARCHIVED_SHARE,
      last_scanned_at: null,
    },
  }));
  return { nodes, edges: [...edges.values()], applied_min_confidence: null };
}
