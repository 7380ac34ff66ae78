import type { OperationInput } from "@knockon/contract/operation";
import { BadRequestError } from "@knockon/core/errors";
import type { HonoRequest } from "hono";
import * as z from "zod";
import { readJson } from "./read-json.ts";
import type { RequestInput } from "./route.ts";
import { describeIssue, InvalidRequestError, type Source, type ValidationIssue } from "./validation-issue.ts";
import { fromWire } from "./wire.ts";

const Headers = z.object({
  "X-Workspace-Id": z.uuid().optional(),
  "Idempotency-Key": z.string().min(1).max(255).optional(),
});
const MAX_ISSUES = 50;

/**
 * Reads all that an operation declares and tells every fault at once. Throws InvalidRequestError, or BadRequestError
 * for the query of an operation that asks for it.
 */
export async function validateRequest(
  operation: OperationInput,
  request: HonoRequest,
): Promise<RequestInput> {
  const idempotencyKey = operation.idempotent && request.header("Idempotency-Key");
  const headers = check("header", Headers, {
    "X-Workspace-Id": request.header("X-Workspace-Id"),
    "Idempotency-Key": idempotencyKey,
  });
  const params = operation.params && check("path", operation.params, request.param());
  const query = operation.query && check("query", operation.query, queryOf(request));
  if (query?.issues.length && operation.invalidQuery)
    throw new BadRequestError(operation.invalidQuery.detail);
  const body = operation.body && check("body", operation.body, await readJson(request));
  const issues = [headers, params, query, body].flatMap((checked) => checked?.issues ?? []);
  if (issues.length > 0) throw new InvalidRequestError(issues.slice(0, MAX_ISSUES));
  const parts = { params: params?.input, query: query?.input, body: body?.input };
  return operation.idempotent
    ? { ...parts, body: parts.body ?? {}, operation: operation.id, idempotencyKey }
    : parts;
}

interface Checked {
  input?: unknown;
  issues: ValidationIssue[];
}

function check(source: Source, schema: z.ZodObject, value: unknown): Checked {
  const { data, error } = schema.safeParse(value);
  if (error) return { issues: error.issues.flatMap((issue) => describeIssue(source, issue, value)) };
  return { input: fromWire(schema, data), issues: findUnstorable(source, data) };
}

/** A parameter given twice is an array, which no schema of a single value accepts. */
function queryOf(request: HonoRequest): Record<string, string | string[]> {
  const given = Object.entries(request.queries());
  return Object.fromEntries(
    given.map(([name, values]) => [name, values.length > 1 ? values : (values[0] ?? "")]),
  );
}

/** Postgres stores every character but U+0000, and half a surrogate pair is no character. */
function findUnstorable(source: Source, value: unknown, path: string[] = []): ValidationIssue[] {
  if (typeof value === "string" && value.includes("\0")) {
    return [{ loc: [source, ...path], msg: "The character U+0000 is not allowed.", type: "invalid_format" }];
  }
  if (typeof value === "string" && !value.isWellFormed()) {
    return [{ loc: [source, ...path], msg: "The text is not well-formed Unicode.", type: "invalid_format" }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => findUnstorable(source, child, [...path, key]));
}
