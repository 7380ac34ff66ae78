import { createHash } from "node:crypto";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { EXTRACTION_KEY } from "@knockon/extract/registry";

/** Changes whenever the same files would be read differently: with the extractors, and with the org's own patterns. */
export function extractionKey(patterns: readonly HeuristicPattern[]): string {
  const hash = patternsHash(patterns);
  return hash === "" ? EXTRACTION_KEY : `${EXTRACTION_KEY}.${hash}`;
}

/** The part of the key that tells the patterns; empty without any. */
export function patternsHash(patterns: readonly HeuristicPattern[]): string {
  if (patterns.length === 0) return "";
  const fields = patterns.map((one) => [one.name, one.pattern, one.artifactType, one.path ?? null]);
  return createHash("sha256").update(JSON.stringify(fields)).digest("hex").slice(0, 16);
}
