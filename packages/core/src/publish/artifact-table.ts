import { upsertRows } from "@knockon/db/bulk";
import type { Transaction } from "@knockon/db/database";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { sql } from "drizzle-orm";
import { artifactId, type ArtifactIdentity } from "./artifact-identity.ts";
import type { ArtifactRow } from "./artifact-rows.ts";
import { deleteByIds } from "./delete-by-ids.ts";
import { difference } from "./difference.ts";

/** Rows of one statement: each is read with its consumers counted. */
export const ARTIFACTS_AT_ONCE = 1000;

/** Makes sure that declarations can refer to these; what else there is to say of them is said when all are stored. */
export async function addArtifacts(
  tx: Transaction,
  identities: readonly ArtifactIdentity[],
  now: Date,
): Promise<void> {
  const named = new Map(identities.map((identity) => [artifactId(identity), identity]));
  const rows = [...named].map(([id, { workspaceId, connectedOrgId, artifactType, name }]) => ({
    id,
    workspace_id: workspaceId,
    connected_org_id: connectedOrgId,
    artifact_type: artifactType,
    name,
  }));
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${artifact} (id, workspace_id, connected_org_id, artifact_type, name, versioning, created_at, updated_at)
    select id, workspace_id, connected_org_id, artifact_type, name, 'git', ${now}, ${now}
    from jsonb_populate_recordset(null::${artifact}, ${JSON.stringify(rows)}::jsonb)
    on conflict (id) do nothing`);
}

/** Makes the stored rows the wanted ones; what is wanted no more is deleted. Rows that are the same are not written. */
export async function replaceArtifacts(
  tx: Transaction,
  stored: ReadonlyMap<string, typeof artifact.$inferSelect>,
  wanted: ReadonlyMap<string, ArtifactRow>,
  now: Date,
): Promise<void> {
  const { upserts, deletes } = difference<ArtifactRow>(stored, wanted);
  await upsertRows(
    tx,
    artifact,
    upserts.map((row) => ({ ...row, createdAt: stored.get(row.id)?.createdAt ?? now, updatedAt: now })),
  );
  await deleteByIds(tx, artifact, deletes);
}
