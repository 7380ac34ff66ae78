import { ApiError } from "@knockon/contract/client";
import { ValidationError } from "@knockon/contract/resources/error";

/** What a 422 says of the fields of a body, by their places in it: `heuristic_patterns.0.pattern`. */
export function fieldErrors(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof ApiError) || error.status !== 422) return new Map();
  const issues = ValidationError.safeParse(error.body).data?.detail ?? [];
  return new Map(issues.map(({ loc, msg }) => [loc.slice(1).join("."), msg]));
}
