import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import type { Page } from "../page.ts";
import { selectDependents } from "./declaration-rows.ts";
import { getRepositoryRow } from "./repository-row.ts";

export function listDependents(ctx: Context, { repositoryId, ...page }: { repositoryId: string } & Page) {
  return inWorkspace(ctx, async (tx) => {
    await getRepositoryRow(tx, repositoryId);
    return selectDependents(tx, repositoryId, page);
  });
}
