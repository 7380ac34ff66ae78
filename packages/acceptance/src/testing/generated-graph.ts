import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { uuidV5 } from "@knockon/graph/uuid";

export const NODES = 2000;
export const EDGES = 10_000;

const NAMESPACE = "8d5f4e0a-4c55-4f0e-9a57-0d3f5e6f7a10";
/** Teams by size. Everyone uses the platform teams, with one type of artifact each. */
const PLATFORM: Readonly<Record<string, ArtifactType>> = {
  platform: "container_image",
  infra: "terraform_module",
  security: "github_action",
  observability: "helm_chart",
  identity: "npm_package",
};
const PRODUCT = [
  "payments",
  "checkout",
  "search",
  "catalog",
  "mobile",
  "ads",
  "billing",
  "orders",
  "inventory",
  "shipping",
  "support",
  "web",
  "docs",
  "recommend",
  "pricing",
  "notify",
];
const PRODUCT_TYPES: readonly ArtifactType[] = ["npm_package", "go_module", "maven_artifact"];
const SHARED = 12;
const ARCHIVED_SHARE = 0.1;

/** Generates the graph of an organization with teams, as in an API response. */
export function generateGraph(seed = 1): DependencyGraph {
  const random = randomNumbers(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const teams = [...Object.keys(PLATFORM), ...PRODUCT];
  const members = new Map(teams.map((team) => [team, [] as string[]]));
  const nodes = Array.from({ length: NODES }, (_, index): DependencyGraph["nodes"][number] => {
    const team = teams[index < 400 ? index % teams.length : below(teams.length)] ?? "";
    const label = `${team}-${index}`;
    const id = uuidV5(NAMESPACE, label);
    members.get(team)?.push(id);
    return {
      id,
      label,
      type: "repository",
      metadata: {
        full_path: `acme/${label}`,
        connected_org_id: uuidV5(NAMESPACE, "acme"),
        archived: random() < ARCHIVED_SHARE,
        last_scanned_at: null,
      },
    };
  });
  const edges = new Map<string, DependencyGraph["edges"][number]>();
  while (edges.size < EDGES) {
    const consumer = nodes[below(NODES)];
    const isShared = random() < 0.6;
    const team = isShared
      ? (Object.keys(PLATFORM)[below(Object.keys(PLATFORM).length)] ?? "")
      : (consumer?.label.split("-", 1)[0] ?? "");
    const pool = members.get(team)?.slice(0, isShared ? SHARED : undefined) ?? [];
    const target = pool[Math.floor(pool.length * random() ** 2)];
    const pair = `${consumer?.id} ${target}`;
    if (!consumer || target === undefined || consumer.id === target || edges.has(pair)) continue;
    edges.set(pair, {
      id: uuidV5(NAMESPACE, pair),
      source: consumer.id,
      target,
      dependency_type: PLATFORM[team] ?? PRODUCT_TYPES[below(PRODUCT_TYPES.length)] ?? "npm_package",
      version_constraint: `^${below(9)}.0.0`,
      confidence: 0.98,
      role: ROLES[below(3)] ?? "runtime",
      clock: CLOCKS[below(CLOCKS.length)] ?? "unknown",
    });
  }
  const found = [...edges.values()];
  const [used, uses] = [
    Map.groupBy(found, ({ target }) => target),
    Map.groupBy(found, ({ source }) => source),
  ];
  for (const { id, metadata } of nodes) metadata.main_type = mostFrequent(used.get(id) ?? uses.get(id) ?? []);
  return { nodes, edges: found, applied_min_confidence: null };
}

function mostFrequent(edges: DependencyGraph["edges"]): ArtifactType | undefined {
  const byType = [...Map.groupBy(edges, ({ dependency_type: type }) => type)];
  return byType.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

/** A linear congruential generator: numbers from 0 to below 1. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
