import type { ValidationError } from "@knockon/contract/resources/error";
import type { z } from "zod";

export type ValidationIssue = ValidationError["detail"][number];
export type Source = "path" | "query" | "header" | "body";

/** The request does not match the operation's schema. */
export class InvalidRequestError extends Error {
  readonly issues: ValidationIssue[];
  constructor(issues: ValidationIssue[]) {
    super("The request is invalid.");
    this.issues = issues;
  }
}

const MAX_ECHO = 200;
const CONTEXT_FIELDS: ReadonlySet<string> = new Set(["expected", "format", "minimum", "maximum", "values"]);
/** API keys, and URLs with credentials. */
const SECRET = /svc_|:\/\/[^/\s]*@/u;

/** Converts a Zod issue to the specification's form, with one entry per unrecognized key. */
export function describeIssue(source: Source, issue: z.core.$ZodIssue, input: unknown): ValidationIssue[] {
  const path = [source, ...issue.path.map(locate)];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      loc: [...path, echo(key)],
      msg: "Unrecognized key.",
      type: issue.code,
    }));
  }
  const found = valueAt(input, issue.path);
  if (issue.code === "invalid_type" && found === undefined) {
    return [{ loc: path, msg: "Required.", type: "missing" }];
  }
  return [
    { loc: path, msg: issue.message, type: issue.code, ...contextOf(issue), ...inputOf(source, found) },
  ];
}

/** Never echoes values from bodies, because they may contain secrets. */
const inputOf = (source: Source, found: unknown): { input?: string } =>
  typeof found === "string" && source !== "body" ? { input: echo(found) } : {};

/** Returns the value before coercion. */
const valueAt = (input: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );

function contextOf(issue: z.core.$ZodIssue): { ctx?: Record<string, unknown> } {
  const given = Object.entries(issue).filter(([field]) => CONTEXT_FIELDS.has(field));
  return given.length > 0 ? { ctx: Object.fromEntries(given) } : {};
}

const locate = (key: PropertyKey): string | number => (typeof key === "number" ? key : echo(String(key)));

const echo = (text: string): string => (SECRET.test(text) ? "[redacted]" : text.slice(0, MAX_ECHO));
