import type { LineOwner } from "@knockon/contract/resources/fields";
import type { Transaction } from "@knockon/db/database";
import { extraction } from "@knockon/db/schema/extraction.sql";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { producer } from "@knockon/db/schema/repository.sql";
import { ownersByFile, ownersOfMost } from "@knockon/extract/codeowners/find-owners";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { maySeePeople } from "./get-ownership.ts";

/**
 * Loads who owns the lines of some repositories: by CODEOWNERS as of the last scan, or else who owns most of the repository in it, or else the main
 * author, if the caller may see people.
 */
export async function loadLineOwners(
  ctx: Context,
  tx: Transaction,
  repositoryIds: Iterable<string>,
): Promise<(repositoryId: string, file: string) => LineOwner | null> {
  const { owned, mainAuthor } = await loadOwners(ctx, tx, [...new Set(repositoryIds)]);
  const most = new Map([...owned].map(([id, byFile]) => [id, ownersOfMost(byFile)]));
  return (repositoryId, file) => {
    const names = owned.get(repositoryId)?.get(file);
    if (names) return { names, source: "codeowners" };
    const others = most.get(repositoryId);
    return others ? { names: others, source: "repository" } : mainAuthor(repositoryId);
  };
}

/**
 * Loads who owns some repositories: the owners of most of the files that CODEOWNERS covers, or else the main author, if the caller may
 * see people.
 */
export async function loadRepositoryOwners(
  ctx: Context,
  tx: Transaction,
  repositoryIds: readonly string[],
): Promise<(repositoryId: string) => LineOwner | null> {
  const { owned, mainAuthor } = await loadOwners(ctx, tx, repositoryIds);
  return (repositoryId) => {
    const names = ownersOfMost(owned.get(repositoryId) ?? new Map());
    return names ? { names, source: "codeowners" } : mainAuthor(repositoryId);
  };
}

async function loadOwners(ctx: Context, tx: Transaction, repositoryIds: readonly string[]) {
  const owned = await loadOwnedFiles(tx, repositoryIds);
  // The system's own checks become comments on the host, which more people read.
  const showsPeople = maySeePeople(ctx) && ctx.actor.type !== "system";
  const authors = showsPeople ? await loadMainAuthors(tx, repositoryIds) : new Map<string, string | null>();
  const mainAuthor = (repositoryId: string): LineOwner | null => {
    const author = authors.get(repositoryId) ?? null;
    return author === null ? null : { names: [author], source: "main_author" };
  };
  return { owned, mainAuthor };
}

async function loadOwnedFiles(
  tx: Transaction,
  repositoryIds: readonly string[],
): Promise<Map<string, Map<string, string[]>>> {
  if (repositoryIds.length === 0) return new Map();
  const rows = await tx
    .select({ repositoryId: producer.repositoryId, owners: extraction.owners })
    .from(producer)
    .innerJoin(extraction, eq(extraction.id, producer.extractionId))
    .where(sql`${producer.repositoryId} = any(${sql.param(repositoryIds)}::uuid[])`);
  return new Map(rows.map((row) => [row.repositoryId, ownersByFile(row.owners)]));
}

async function loadMainAuthors(
  tx: Transaction,
  repositoryIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await tx
    .select({
      repositoryId: ownership.repositoryId,
      name: sql<string | null>`coalesce(${ownership.topAuthorKnownAs}, ${ownership.topAuthorName})`,
    })
    .from(ownership)
    .where(
      and(
        sql`${ownership.repositoryId} = any(${sql.param(repositoryIds)}::uuid[])`,
        isNotNull(ownership.computedAt),
      ),
    );
  return new Map(rows.map((row) => [row.repositoryId, row.name]));
}
