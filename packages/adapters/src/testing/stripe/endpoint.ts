import * as z from "zod";
import type { Ledger } from "./ledger.ts";
import { listObject } from "./objects/list-object.ts";
import { missing } from "./refusal.ts";

/** The parameters of a request: no others than the library knows, and of those the ones that are understood here. */
type Shape<Params> = { [Name in keyof Params]?: z.ZodType };

export const declare =
  <Params>() =>
  <S extends Shape<Params>>(shape: S & Record<Exclude<keyof S, keyof Params>, never>) =>
    z.strictObject<S>(shape);

export const flag = z.enum(["true", "false"]).transform((text) => text === "true");
export const whole = z.string().regex(/^\d+$/u).transform(Number);
export const limit = whole.pipe(z.int().min(1).max(100)).default(10);
export const metadata = z.record(z.string(), z.string());
export const url = z.url();
export const after = z.string().optional();

export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  path: RegExp;
  params: z.ZodObject;
  answer: (ledger: Ledger, params: never, id: string) => object;
}

export const endpoint = <S extends z.ZodObject>(
  method: Endpoint["method"],
  path: RegExp,
  params: S,
  answer: (ledger: Ledger, params: z.output<S>, id: string) => object,
): Endpoint => ({ method, path, params, answer });

/** Newest first, from behind a cursor on. */
export function page<T extends { id: string; created: number }>(
  items: Iterable<T>,
  path: string,
  params: { limit: number; starting_after?: string | undefined },
  what: string,
) {
  const sorted = [...items].toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
  const last = params.starting_after;
  const index = last === undefined ? -1 : sorted.findIndex(({ id }) => id === last);
  if (last !== undefined && index === -1) throw missing(what, last, "starting_after");
  const data = sorted.slice(index + 1, index + 1 + params.limit);
  return listObject(data, path, index + 1 + params.limit < sorted.length);
}
