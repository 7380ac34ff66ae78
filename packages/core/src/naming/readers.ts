import type { Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { inArray } from "drizzle-orm";
import {
  REPOSITORY_VISIBILITIES,
  type NamingRule,
  type RepositoryVisibility,
} from "@knockon/contract/vocabulary/check";

/** The people who can read a text outside the application: those who may see one repository. */
export interface Readers {
  rule: NamingRule;
  /** The repository that the text belongs to. */
  repositoryId: string;
  /** The visibility of each repository. Null or undefined counts as private. */
  visibilityOf: (repositoryId: string) => RepositoryVisibility | null | undefined;
}

/** Returns whether a text for these readers may contain the name, files, owners and links of a repository. */
export function mayName({ rule, repositoryId, visibilityOf }: Readers, otherId: string): boolean {
  if (otherId === repositoryId || rule === "all") return true;
  if (rule === "counts") return false;
  const rank = (id: string): number => REPOSITORY_VISIBILITIES.indexOf(visibilityOf(id) ?? "private");
  return rank(otherId) <= rank(repositoryId);
}

/** Loads the visibility of repositories. Those that do not exist count as private. */
export async function loadVisibilities(
  tx: Transaction,
  ids: readonly string[],
): Promise<Readers["visibilityOf"]> {
  const rows = await tx
    .select({ id: repository.id, visibility: repository.visibility })
    .from(repository)
    .where(inArray(repository.id, [...new Set(ids)]));
  const byId = new Map(rows.map(({ id, visibility }) => [id, visibility]));
  return (id) => byId.get(id);
}
