import { RE2JS, RE2JSException } from "re2js";
import type { HeuristicPattern } from "../ecosystem.ts";

export interface PatternFault {
  field: "pattern" | "path";
  message: string;
}

/** Why a pattern cannot be used, in RE2's own words where it does not compile; undefined for one that can. */
export function findPatternFault({ pattern, path }: HeuristicPattern): PatternFault | undefined {
  const compiled = compile(pattern);
  if (typeof compiled === "string") return { field: "pattern", message: compiled };
  if (!("name" in compiled.namedGroups())) {
    return { field: "pattern", message: "It needs a group that is called name: (?P<name>…)." };
  }
  const compiledPath = path === undefined ? undefined : compile(path);
  return typeof compiledPath === "string" ? { field: "path", message: compiledPath } : undefined;
}

/** Of a compiled expression, counted repeats written out: each character of a text can cost as much. */
const MAX_STEPS = 500;

/** The error's message for what is no expression, or too large a one. */
function compile(expression: string): RE2JS | string {
  try {
    const compiled = RE2JS.compile(expression);
    return compiled.programSize() > MAX_STEPS
      ? `It is too large: with its repeats written out it has over ${MAX_STEPS} steps.`
      : compiled;
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}
