import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { sql } from "drizzle-orm";

/** How the declarations of the workspace name one artifact. */
export interface Consumption {
  /** The number of declarations that write versions so. */
  schemes: ReadonlyMap<VersioningScheme, number>;
  /** The versions that they pin. */
  seen: ReadonlySet<string>;
  /** The repositories that they resolve to. */
  targets: readonly string[];
}

export const NOT_CONSUMED: Consumption = { schemes: new Map(), seen: new Set(), targets: [] };

/** By artifact id; absent where nobody names it. */
export async function loadConsumption(
  tx: Transaction,
  artifactIds: readonly string[],
): Promise<Map<string, Consumption>> {
  const rows = await tx
    .select({
      artifactId: dependency.artifactId,
      versioning: dependency.versioning,
      count: sql<number>`count(*)::int`,
      seen: sql<string[]>`coalesce(jsonb_agg(distinct ${dependency.versionConstraint})
        filter (where ${dependency.versionConstraintState} = 'pinned' and ${dependency.versionConstraint} is not null), '[]')`,
      targets: sql<string[]>`coalesce(jsonb_agg(distinct ${dependency.targetRepositoryId})
        filter (where ${dependency.targetRepositoryId} is not null), '[]')`,
    })
    .from(dependency)
    .where(sql`${dependency.artifactId} = any(${sql.param(artifactIds)}::uuid[])`)
    .groupBy(dependency.artifactId, dependency.versioning);
  const consumption = new Map<string, Consumption>();
  for (const { artifactId, versioning, count, seen, targets } of rows) {
    const known = consumption.get(artifactId) ?? NOT_CONSUMED;
    consumption.set(artifactId, {
      schemes: new Map([...known.schemes, [versioning, count]]),
      seen: new Set([...known.seen, ...seen]),
      targets: [...known.targets, ...targets],
    });
  }
  return consumption;
}
