import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import { findArtifact } from "./artifact-rows.ts";

export function getArtifact(ctx: Context, { artifactId }: { artifactId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const found = await findArtifact(tx, artifactId);
    if (!found) throw new NotFoundError();
    return found;
  });
}
