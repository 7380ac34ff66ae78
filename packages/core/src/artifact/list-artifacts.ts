import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { inWorkspace } from "@knockon/db/in-workspace";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { and, eq, ilike } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { containing } from "../like.ts";
import type { Page } from "../page.ts";
import { selectArtifacts } from "./artifact-rows.ts";

interface Filter {
  connectedOrgId: string;
  artifactType?: ArtifactType | undefined;
  q?: string | undefined;
  orphans?: boolean | undefined;
}

export function listArtifacts(
  ctx: Context,
  { connectedOrgId, artifactType, q, orphans, ...page }: Filter & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    const filter = and(
      eq(artifact.connectedOrgId, connectedOrgId),
      artifactType === undefined ? undefined : eq(artifact.artifactType, artifactType),
      q === undefined ? undefined : ilike(artifact.name, containing(q)),
    );
    return selectArtifacts(tx, filter, page, orphans);
  });
}
