import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { findRepositoryByName, type RepositoryName } from "./find-repository.ts";
import { presentRepository } from "./repository-row.ts";

export function lookupRepository(ctx: Context, name: RepositoryName) {
  return inWorkspace(ctx, async (tx) => presentRepository(await findRepositoryByName(tx, name)));
}
