/**
 * Where the owner of a line comes from, in order of precedence: CODEOWNERS, the last person who changed the line, the owners of most files of
 * the repository in CODEOWNERS, or the person with the most work in the repository.
 */
export const OWNER_SOURCES = ["codeowners", "last_author", "repository", "main_author"] as const;
export type OwnerSource = (typeof OWNER_SOURCES)[number];
