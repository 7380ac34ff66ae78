import type { ValidationError } from "@knockon/contract/resources/error";
import type { z } from "zod";

export type ValidationIssue = ValidationError["detail"][number];
export type Source = "path" | "query" | "header" | "body";

/** A request that does not fit its schema. */
export class InvalidRequestError extends Error {
  readonly issues: ValidationIssue[];
  constructor(issues: ValidationIssue[]) {
    super("The request does not fit its schema.");
    this.issues = issues;
  }
}

const MAX_ECHO = 200;
const CONTEXT_FIELDS: ReadonlySet<string> = new Set(["expected", "format", "minimum", "maximum", "values"]);
/** A key of ours, or a URL with a password or token in it. */
const SECRET = /svc_|:\/\/[^/\s]*@/u;

/** One entry per fault of `input`, in the shape of the specification; an unknown key is a fault of its own. */
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

/** Bodies can hold secrets of any form: what stood in one is never repeated. */
const inputOf = (source: Source, found: unknown): { input?: string } =>
  typeof found === "string" && source !== "body" ? { input: echo(found) } : {};

/** As it arrived: zod reports what coercion made of it. */
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
