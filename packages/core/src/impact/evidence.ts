import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import type { EdgeIdentity } from "@knockon/graph/edges";
import { MAX_EVIDENCE } from "@knockon/graph/impact/present-impact";
import { and, asc, desc, inArray } from "drizzle-orm";

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
