/** Longest comment of each host, in characters. */
export const MAX_COMMENT_LENGTH = { github: 65_536, gitlab: 1_000_000 } as const;
