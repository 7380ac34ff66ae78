import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { getRepositoryRow, presentRepository } from "./repository-row.ts";

export function getRepository(ctx: Context, input: { repositoryId: string }) {
  return inWorkspace(ctx, async (tx) => presentRepository(await getRepositoryRow(tx, input.repositoryId)));
}
