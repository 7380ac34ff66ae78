import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { fromThousandths, type Thousandths } from "@knockon/graph/confidence";
import { useKey, type Use } from "@knockon/graph/edges";
import type { AffectedRepository } from "@knockon/graph/impact/affected-repository";
import { and, asc, desc, gte, inArray } from "drizzle-orm";
import { toUse, type DependencyRow } from "../publish/resolve-repositories.ts";

const presentEvidence = (row: DependencyRow) => ({
  sourceFile: row.sourceFile,
  sourceLine: row.sourceLine,
  rawReference: row.rawReference,
  versionConstraint: row.versionConstraint,
  versionConstraintState: row.versionConstraintState,
  confidence: fromThousandths(row.confidence),
  locked: row.locked,
});

export type DeclarationEvidence = ReturnType<typeof presentEvidence>;

/** Returns the declarations at or above the floor of every use that is shown, highest confidence first, by `useKey`. */
export async function loadEvidence(
  tx: Transaction,
  affected: readonly AffectedRepository[],
  floor: Thousandths,
): Promise<Map<string, DeclarationEvidence[]>> {
  const uses: Use[] = affected.flatMap(({ roles, decidingUse }) => [
    decidingUse,
    ...roles.flatMap((group) => group.uses),
  ]);
  const byUse = new Map<string, DeclarationEvidence[]>(uses.map((use) => [useKey(use), []]));
  if (uses.length === 0) return byUse;
  const rows = await tx
    .select()
    .from(dependency)
    .where(
      and(
        inArray(dependency.sourceRepositoryId, [...new Set(uses.map((use) => use.source))]),
        inArray(dependency.targetRepositoryId, [...new Set(uses.map((use) => use.target))]),
        gte(dependency.confidence, floor),
      ),
    )
    .orderBy(
      desc(dependency.confidence),
      asc(dependency.sourceFile),
      asc(dependency.sourceLine),
      asc(dependency.id),
    );
  for (const row of rows) {
    const use = toUse(row);
    if (use) byUse.get(useKey(use))?.push(presentEvidence(row));
  }
  return byUse;
}
