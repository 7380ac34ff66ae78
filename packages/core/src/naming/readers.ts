import {
  REPOSITORY_VISIBILITIES,
  type NamingRule,
  type RepositoryVisibility,
} from "@knockon/contract/vocabulary/check";

/** The people who can read a text or an answer outside the application: those who may see one repository. */
export interface Readers {
  rule: NamingRule;
  /** The repository that it is about. Null for an artifact without a producer, whose readers may see private repositories. */
  repositoryId: string | null;
  /** The visibility of each repository. Null or undefined counts as private. */
  visibilityOf: (repositoryId: string) => RepositoryVisibility | null | undefined;
}

/** Returns whether a text for these readers may contain the name, files, owners and links of a repository. */
export function mayName({ rule, repositoryId, visibilityOf }: Readers, otherId: string): boolean {
  if (otherId === repositoryId || rule === "all") return true;
  if (rule === "counts") return false;
  const rank = (id: string | null): number =>
    REPOSITORY_VISIBILITIES.indexOf((id === null ? null : visibilityOf(id)) ?? "private");
  return rank(otherId) <= rank(repositoryId);
}
