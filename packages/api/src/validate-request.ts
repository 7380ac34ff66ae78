import { zValidator } from "@hono/zod-validator";
import type { OperationInput } from "@knockon/contract/operation";
import { BadRequestError } from "@knockon/core/errors";
import type { HonoRequest, MiddlewareHandler } from "hono";
import * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import { tryReadJson } from "./request-body.ts";
import type { RequestInput } from "./route.ts";
import { describeIssue, InvalidRequestError, type Source, type ValidationIssue } from "./validation-issue.ts";
import { fromWire } from "@knockon/contract/wire";

const Headers = z.object({ "X-Workspace-Id": z.uuid().optional() });
const IdempotentHeaders = Headers.extend({ "Idempotency-Key": z.string().min(1).max(255).optional() });

const MAX_ISSUES = 50;

/** Hono's name for each part of a request, and the name that `loc` starts with. In the order of the issues. */
const SOURCES = { header: "header", param: "path", query: "query", json: "body" } as const;
type Target = keyof typeof SOURCES;
const TARGETS = Object.keys(SOURCES) as Target[];

/** A validated part of a request: its value in camelCase, or what is wrong with it. */
interface Checked {
  input?: unknown;
  issues: ValidationIssue[];
}

/**
 * Returns middleware that validates each part of a request that the operation declares. It rejects nothing itself, so
 * that `readInput` can report the issues of all parts at once.
 */
export function validateRequest(operation: OperationInput): MiddlewareHandler<AppEnv>[] {
  const { idempotent, params, query, body } = operation;
  return [
    validate("header", idempotent ? IdempotentHeaders : Headers),
    ...(params ? [validate("param", params)] : []),
    ...(query ? [validate("query", query)] : []),
    ...(body ? [validateBody(body)] : []),
  ];
}

/**
 * Returns the validated input. Throws InvalidRequestError with the issues of all parts, or BadRequestError for an
 * invalid query if the operation declares one.
 */
export function readInput(operation: OperationInput, request: HonoRequest): RequestInput {
  const { header, param, query, json } = Object.fromEntries(
    TARGETS.map((target) => [target, request.valid(target as never) as Checked | undefined]),
  );
  if (query?.issues.length && operation.invalidQuery)
    throw new BadRequestError(operation.invalidQuery.detail);
  const issues = [header, param, query, json].flatMap((checked) => checked?.issues ?? []);
  if (issues.length > 0) throw new InvalidRequestError(issues.slice(0, MAX_ISSUES));
  const parts = { params: param?.input, query: query?.input, body: json?.input };
  if (!operation.idempotent) return parts;
  const { "Idempotency-Key": idempotencyKey } = (header?.input ?? {}) as z.output<typeof IdempotentHeaders>;
  return { ...parts, body: parts.body ?? {}, operation: operation.id, idempotencyKey };
}

/** Succeeds in every case: a failure would make zValidator answer with 400 and skip the parts that follow. */
const validate = (target: Target, schema: z.ZodObject): MiddlewareHandler<AppEnv> =>
  zValidator(target, schema, undefined, {
    validationFunction: (_schema, value) => ({ success: true, data: check(target, schema, value) }),
  });

/** zValidator ignores bodies of other content types and answers 400 to malformed JSON: `tryReadJson` reports both first. */
function validateBody(schema: z.ZodObject): MiddlewareHandler<AppEnv> {
  const validateJson = validate("json", schema);
  return async (c, next) => {
    const read = await tryReadJson(c.req);
    if ("input" in read && (await c.req.text()) !== "") return validateJson(c, next);
    c.req.addValidatedData("json", "input" in read ? check("json", schema, read.input) : read);
    return next();
  };
}

function check(target: Target, schema: z.ZodObject, value: unknown): Checked {
  const source = SOURCES[target];
  const { data, error } = schema.safeParse(value);
  if (error) return { issues: error.issues.flatMap((issue) => describeIssue(source, issue, value)) };
  return { input: fromWire(schema, data), issues: findUnstorable(source, data) };
}

/** Postgres cannot store U+0000 or a lone surrogate. */
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
