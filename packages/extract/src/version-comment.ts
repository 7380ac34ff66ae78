const CONTENT_HASH = /(?:^|@)(?:[\da-f]{40}|[\da-f]{64}|sha\d{3}:[\da-f]+)$/i;
const VERSION = /^(?:tag=)?(?<version>v\d[\w.+-]*|\d+\.[\w.+-]+)/;

/** The version that a comment such as `# v4.1.0` states for the commit or digest beside it, else null. */
export function versionCommentOf(constraint: string | null, comment: string | null): string | null {
  if (constraint === null || comment === null || !CONTENT_HASH.test(constraint)) return null;
  return VERSION.exec(comment)?.groups?.["version"] ?? null;
}
