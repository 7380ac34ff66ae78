import { inspect } from "node:util";
import { DrizzleQueryError } from "drizzle-orm";

/**
 * Returns an error's stack and causes for the log. For a failed query, it includes the statement but not the values, which may be
 * secret.
 */
export function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return inspect(error);
  const code = "code" in error && typeof error.code === "string" ? ` [${error.code}]` : "";
  const causes = error instanceof AggregateError ? (error.errors as unknown[]) : [];
  if (error.cause !== undefined) causes.push(error.cause);
  return [stackOf(error) + code, ...causes.map((cause) => `Caused by: ${describeFault(cause)}`)].join("\n");
}

function stackOf(error: Error): string {
  const { stack = String(error) } = error;
  if (!(error instanceof DrizzleQueryError)) return stack;
  const end = stack.indexOf(error.message) + error.message.length;
  return `Failed query: ${error.query}${stack.includes(error.message) ? stack.slice(end) : ""}`;
}
