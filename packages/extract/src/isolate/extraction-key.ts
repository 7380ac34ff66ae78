import { createHash } from "node:crypto";
import type { HeuristicPattern } from "../ecosystem.ts";

/** Increase with every change in extraction results. Snapshots with another key are extracted again. */
export const EXTRACTION_KEY = "67";

/** Identifies how files are read: the version of the extractors and the org's own patterns. */
export function extractionKey(patterns: readonly HeuristicPattern[], version = EXTRACTION_KEY): string {
  const hash = patternsHash(patterns);
  return hash === "" ? version : `${version}.${hash}`;
}

/** The part of the extraction key that identifies the patterns; empty without patterns. */
export function patternsHash(patterns: readonly HeuristicPattern[]): string {
  if (patterns.length === 0) return "";
  const fields = patterns.map((one) => [one.name, one.pattern, one.artifactType, one.path ?? null]);
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex").slice(0, 16);
}
