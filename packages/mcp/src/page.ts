import * as z from "zod";
import { ToolError } from "./tool-error.ts";

/** Input fields of tools whose answers are lists. */
export const PAGE_INPUT = {
  limit: z.int().min(1).max(100).default(20),
  cursor: z.string().max(100).optional().describe("next_cursor"),
};

/** Output fields of the same tools. */
export const PAGE_OUTPUT = {
  total: z.number(),
  /** More repositories, only counted. */
  unnamed: z.number(),
  next_cursor: z.string().nullable(),
};

type Question = { limit: number; cursor?: string | undefined };

export interface Window {
  offset: number;
  limit: number;
  /** Returns the cursor of the next page, or null after the last one. */
  nextCursor: (total: number) => string | null;
}

/**
 * Returns the part of a list that a question asks for. A cursor is the offset of the next page and a digest of the question,
 * so the server keeps no state, and a cursor of another question is rejected. Throws ToolError.
 */
export function windowOf({ limit, cursor, ...question }: Question): Window {
  const digest = digestOf(JSON.stringify(question));
  const offset = cursor === undefined ? 0 : offsetOf(cursor, digest);
  return {
    offset,
    limit,
    nextCursor: (total) => (offset + limit < total ? btoa(`${offset + limit}.${digest}`) : null),
  };
}

function offsetOf(cursor: string, digest: string): number {
  const [, offset, asked] = /^(\d{1,9})\.(\w+)$/.exec(decode(cursor)) ?? [];
  if (offset === undefined || asked !== digest)
    throw new ToolError("Invalid cursor. Repeat the call that returned it, with the same arguments.");
  return Number(offset);
}

function decode(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}

/** FNV-1a, 32 bits. */
function digestOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
