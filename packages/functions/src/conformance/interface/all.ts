import type { Part } from "../row.ts";

/** The interface specification. */
export const INTERFACE: readonly Part[] = [];
