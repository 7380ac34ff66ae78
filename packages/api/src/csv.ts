import type { OperationInput } from "@knockon/contract/operation";
import { camelCase, toWire } from "@knockon/contract/wire";
import type { Logger } from "@knockon/core/context";
import type { Context as HttpContext } from "hono";
import * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import { streamBody } from "./respond.ts";
import type { CountedResult, RequestInput } from "./route.ts";

/** Whether the client asks for CSV, which a wildcard does not. */
export const wantsCsv = ({ counted, method }: OperationInput, accept: string | undefined): boolean =>
  counted === true && method === "GET" && accept !== undefined && /(?:^|,)\s*text\/csv\b/iu.test(accept);

/** Rows that one query reads. */
const PAGE = 1000;

type ReadPage = (input: RequestInput) => Promise<CountedResult>;

/**
 * Streams every item of a list as CSV (RFC 4180), regardless of `limit` and `offset`. Reads the first page before the response
 * starts, so that errors keep their status.
 */
export async function respondCsv(
  c: HttpContext<AppEnv>,
  operation: OperationInput,
  input: RequestInput,
  readPage: ReadPage,
  log: Logger,
): Promise<Response> {
  const read = async (offset: number) => {
    const query = { ...(input.query as object), limit: PAGE, offset };
    const { body, ...counts } = await readPage({ ...input, query });
    return { ...counts, items: itemsOf(operation, body) };
  };
  const first = await read(0);
  const headers = {
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="${filenameOf(operation)}"`,
    "X-Total-Count": String(first.total),
    ...(first.unnamed !== undefined && { "X-Unnamed-Count": String(first.unnamed) }),
  };
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  const item = itemSchema(operation);
  const columns = columnsOf(item);
  return streamBody(c, operation, headers, log, async (send) => {
    await send(csvRow(columns.map(({ name }) => name)));
    for (let [items, offset] = [first.items, 0]; items.length > 0;) {
      const rows = items.map((one) => toWire(item, one));
      await send(rows.map((row) => csvRow(columns.map(({ path }) => valueAt(row, path)))).join(""));
      offset += PAGE;
      ({ items } = items.length < PAGE ? { items: [] } : await read(offset));
    }
  });
}

/** `listOwnershipRisks` → `ownership-risks.csv`. */
const filenameOf = ({ id }: OperationInput): string =>
  `${id
    .replace(/^(?:list|get)/u, "")
    .replaceAll(/\B[A-Z]/gu, (letter) => `-${letter}`)
    .toLowerCase()}.csv`;

const itemsOf = ({ items }: OperationInput, body: unknown): readonly unknown[] =>
  (items === undefined ? body : (body as Record<string, unknown>)[camelCase(items)]) as readonly unknown[];

function itemSchema({ id, items, response }: OperationInput): z.ZodType {
  const list = items === undefined ? response : (response as z.ZodObject).shape[items];
  if (list instanceof z.ZodArray) return list.element as z.ZodType;
  throw new Error(`The response of ${id} is no list. Declare \`items\`.`);
}

interface CsvColumn {
  /** `source_repository.full_path` */
  name: string;
  path: readonly string[];
}

/** Returns a column per field, and one per field of nested objects. */
export function columnsOf(schema: z.ZodType, path: readonly string[] = []): CsvColumn[] {
  const inner = unwrap(schema);
  if (!(inner instanceof z.ZodObject)) return [{ name: path.join("."), path }];
  return Object.entries<z.core.$ZodType>(inner.shape).flatMap(([field, child]) =>
    columnsOf(child as z.ZodType, [...path, field]),
  );
}

function unwrap(schema: z.ZodType): z.ZodType {
  const isWrapper =
    schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return isWrapper ? unwrap(schema.unwrap() as z.ZodType) : schema;
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row;
  for (const field of path) value = (value as Record<string, unknown> | null | undefined)?.[field];
  return value;
}

export const csvRow = (values: readonly unknown[]): string => `${values.map(csvCell).join(",")}\r\n`;

/** A spreadsheet runs text that starts with one of these as a formula, some also with the wide forms of East Asian text. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u;

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = textOf(value);
  const inert = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== "object" || one === null);
  return isPlainList ? value.join("; ") : JSON.stringify(value);
}
