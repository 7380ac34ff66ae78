import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { getArtifactRow } from "../artifact/artifacts.ts";
import type { Context } from "../context.ts";
import { BadRequestError, NotFoundError } from "../errors.ts";
import { findRepositoryByName } from "../repository/lookup-repository.ts";
import { getRepositoryRow, type RepositoryRow } from "../repository/repository-row.ts";
import { type AffectedQuery, impactOfRepository, type ImpactQuery } from "./impact-of-repository.ts";

export interface Root {
  repositoryId?: string | undefined;
  url?: string | undefined;
  fullPath?: string | undefined;
  artifactId?: string | undefined;
}

/** Accepts the root by repository ID, URL, path or artifact ID. An artifact means the repository that produces it. */
export function getImpact(
  ctx: Context,
  { repositoryId, url, fullPath, artifactId, ...query }: Root & ImpactQuery & AffectedQuery,
) {
  return inWorkspace(ctx, async (tx) => {
    const root = await findRoot(tx, { repositoryId, url, fullPath, artifactId });
    return impactOfRepository(ctx, tx, root, { ...query, artifactId });
  });
}

export async function findRoot(tx: Transaction, root: Root): Promise<RepositoryRow> {
  const given = Object.values(root).filter((value) => value !== undefined);
  if (given.length !== 1) {
    throw new BadRequestError("Give exactly one of `repository_id`, `url`, `full_path` and `artifact_id`.");
  }
  if (root.repositoryId !== undefined) return getRepositoryRow(tx, root.repositoryId);
  if (root.artifactId === undefined) return findRepositoryByName(tx, root);
  const { sourceRepositoryId } = await getArtifactRow(tx, root.artifactId);
  if (sourceRepositoryId === null) throw new NotFoundError();
  return getRepositoryRow(tx, sourceRepositoryId);
}

export function getRepositoryImpact(
  ctx: Context,
  { repositoryId, ...query }: { repositoryId: string } & ImpactQuery & AffectedQuery,
) {
  return inWorkspace(ctx, async (tx) =>
    impactOfRepository(ctx, tx, await getRepositoryRow(tx, repositoryId), query),
  );
}
