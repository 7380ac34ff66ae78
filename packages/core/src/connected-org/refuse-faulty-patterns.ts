import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { findPatternFault } from "@knockon/extract/references/pattern-fault";
import { InvalidInputError } from "../errors.ts";

/** Throws InvalidInputError for the first expression that does not compile or finds no name. */
export function refuseFaultyPatterns(patterns: readonly HeuristicPattern[]): void {
  for (const [index, pattern] of patterns.entries()) {
    const fault = findPatternFault(pattern);
    if (fault) throw new InvalidInputError(["body", "heuristic_patterns", index, fault.field], fault.message);
  }
}
