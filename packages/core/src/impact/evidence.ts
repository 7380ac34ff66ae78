import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import type { EdgeIdentity } from "@knockon/graph/edges";
import { MAX_EVIDENCE } from "@knockon/graph/impact/present-impact";
import { findNode, getIdentity, type PackedGraph } from "@knockon/graph/packed-graph";
import { and, asc, desc, inArray } from "drizzle-orm";
import { usesOf } from "../repository/declarations.ts";

export interface DeclarationEvidence {
  sourceFile: string;
  sourceLine: number;
  rawReference: string;
  versionConstraint: string | null;
  versionConstraintState: (typeof dependency.$inferSelect)["versionConstraintState"];
}

export const edgeKey = (edge: EdgeIdentity): string =>
  JSON.stringify([edge.source, edge.target, edge.dependencyType, edge.versionConstraint]);

/** Returns the declarations of each edge, highest confidence first, keyed by `edgeKey`. */
export async function loadEvidence(
  tx: Transaction,
  edges: readonly EdgeIdentity[],
): Promise<Map<string, DeclarationEvidence[]>> {
  const byEdge = new Map<string, DeclarationEvidence[]>(edges.map((edge) => [edgeKey(edge), []]));
  if (edges.length === 0) return byEdge;
  const rows = await tx
    .select()
    .from(dependency)
    .where(
      and(
        inArray(dependency.sourceRepositoryId, [...new Set(edges.map((edge) => edge.source))]),
        inArray(dependency.targetRepositoryId, [...new Set(edges.map((edge) => edge.target))]),
      ),
    )
    .orderBy(
      desc(dependency.confidence),
      asc(dependency.sourceFile),
      asc(dependency.sourceLine),
      asc(dependency.id),
    );
  for (const row of rows) {
    const { sourceRepositoryId: source, targetRepositoryId: target, dependencyType, versionConstraint } = row;
    if (target === null) continue;
    const found = byEdge.get(edgeKey({ source, target, dependencyType, versionConstraint }));
    if (found && found.length < MAX_EVIDENCE) found.push(row);
  }
  return byEdge;
}

/** Files that references name by their directory: `uses: acme/actions/setup` uses `setup/action.yml`. */
const NAMED_BY_DIRECTORY = /(?:^|\/)(?:action\.ya?ml|main\.tf|Chart\.yaml|package\.json|go\.mod)$/;

/** Returns the graph without edges to the root whose declarations do not name `path`, a file or directory of the root. */
export async function onlyUsesOfPath(
  tx: Transaction,
  graph: PackedGraph,
  rootId: string,
  path: string,
): Promise<PackedGraph> {
  const wanted = path.replace(NAMED_BY_DIRECTORY, "").replace(/^\.?\/+|\/+$/g, "");
  const uses = await tx.select().from(dependency).where(usesOf(rootId));
  const kept = new Set(
    uses
      .filter((use) => namesPath(use.rawReference, wanted))
      .map(({ sourceRepositoryId: source, dependencyType, versionConstraint }) =>
        edgeKey({ source, target: rootId, dependencyType, versionConstraint }),
      ),
  );
  const root = findNode(graph, rootId);
  const confidence = graph.columns.confidence.map((value, edge) =>
    graph.columns.target[edge] !== root || kept.has(edgeKey(getIdentity(graph, edge))) ? value : 0,
  );
  return { ...graph, columns: { ...graph.columns, confidence } };
}

/** Compares whole segments: `acme/actions/setup-node@v4` does not name `setup`. An empty path means the whole repository. */
function namesPath(rawReference: string, path: string): boolean {
  if (path === "") return true;
  const at = rawReference.toLowerCase().indexOf(`/${path.toLowerCase()}`);
  return at !== -1 && !/[\w-]/.test(rawReference[at + path.length + 1] ?? "");
}
