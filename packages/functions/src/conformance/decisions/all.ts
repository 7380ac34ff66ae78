import type { Part } from "../row.ts";

/** What the specification leaves open, decided. */
export const DECISIONS: readonly Part[] = [];
