import { inWorkspace } from "@knockon/db/in-workspace";
import { artifact } from "@knockon/db/schema/dependency.sql";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import { selectArtifacts } from "./artifact-rows.ts";

export function getArtifact(ctx: Context, { artifactId }: { artifactId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const { body } = await selectArtifacts(tx, eq(artifact.id, artifactId), { limit: 1, offset: 0 });
    const [found] = body;
    if (!found) throw new NotFoundError();
    return found;
  });
}
