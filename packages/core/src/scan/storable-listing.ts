import { MAX_NAME_LENGTH } from "@knockon/extract/sanitize";
import type { ListedRepository } from "../ports/git-host.ts";

/** What Postgres can store as a time. Commits can name any. */
const MAX_YEAR = 9999;
const MIN_YEAR = 1;

interface StorableListing {
  repositories: ListedRepository[];
  /** Why repositories are left out, or null. */
  incomplete: string | null;
}

/**
 * Returns the repositories of a listing in a form that Postgres accepts, so that none fails the scan of the others. Leaves out
 * those whose path, URL or ID is too long to index or contains a NUL.
 */
export function toStorableListing(listed: readonly ListedRepository[]): StorableListing {
  const kept = listed.filter(({ platformId, fullPath, name, cloneUrl }) =>
    [platformId, fullPath, name, cloneUrl].every(isIndexable),
  );
  const leftOut = listed.length - kept.length;
  return {
    repositories: kept.map((one) => ({
      ...one,
      defaultBranch: one.defaultBranch !== null && isIndexable(one.defaultBranch) ? one.defaultBranch : null,
      lastActivityAt: isStorable(one.lastActivityAt) ? one.lastActivityAt : null,
      tags: one.tags.filter(isIndexable),
    })),
    incomplete:
      leftOut === 0
        ? null
        : `${leftOut === 1 ? "A repository is" : `${leftOut} repositories are`} left out, because the path or URL is longer than ${MAX_NAME_LENGTH} characters or contains a NUL.`,
  };
}

const isIndexable = (text: string): boolean =>
  text.length <= MAX_NAME_LENGTH && !text.includes("\0") && text.isWellFormed();

function isStorable(time: Date | null): boolean {
  const year = time?.getUTCFullYear() ?? Number.NaN;
  return year >= MIN_YEAR && year <= MAX_YEAR;
}
