import { RE2JS, RE2JSException } from "re2js";
import type { HeuristicPattern } from "../ecosystem.ts";

export interface PatternFault {
  field: "pattern" | "path";
  message: string;
}

/** Returns why a pattern is invalid, with RE2's message if it does not compile. Returns undefined for a valid one. */
export function findPatternFault({ pattern, path }: HeuristicPattern): PatternFault | undefined {
  const compiled = compile(pattern);
  if (typeof compiled === "string") return { field: "pattern", message: compiled };
  if (!("name" in compiled.namedGroups())) {
    return { field: "pattern", message: 'Missing a group named "name": (?P<name>…).' };
  }
  const compiledPath = path === undefined ? undefined : compile(path);
  return typeof compiledPath === "string" ? { field: "path", message: compiledPath } : undefined;
}

/** Limit of a compiled expression with counted repeats expanded. Each character of a text can take that many steps. */
const MAX_STEPS = 500;

/** Returns an error message for an invalid or too large expression. */
function compile(expression: string): RE2JS | string {
  try {
    const compiled = RE2JS.compile(expression);
    return compiled.programSize() > MAX_STEPS
      ? `Too large: over ${MAX_STEPS} steps with its repeats expanded.`
      : compiled;
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}
