/** Longest comment of each host, in characters. */
export const MAX_COMMENT_LENGTH = { github: 65_536, gitlab: 1_000_000 } as const;

/** Cuts a text to a host's limit, in UTF-16 code units, without half a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
