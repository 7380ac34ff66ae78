/**
 * Where the owner of a line comes from, in order of precedence: CODEOWNERS, the last person who changed the line, or the
 * person with the most work in the repository.
 */
export const OWNER_SOURCES = ["codeowners", "last_author", "main_author"] as const;
export type OwnerSource = (typeof OWNER_SOURCES)[number];
