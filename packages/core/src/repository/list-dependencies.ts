import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { selectDependencies } from "./declaration-rows.ts";
import { getRepositoryRow } from "./repository-row.ts";

export function listDependencies(ctx: Context, { repositoryId, ...page }: { repositoryId: string } & Page) {
  return inWorkspace(ctx, async (tx) => {
    await getRepositoryRow(tx, repositoryId);
    return selectDependencies(tx, repositoryId, page);
  });
}
