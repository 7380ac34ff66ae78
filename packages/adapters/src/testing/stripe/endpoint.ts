import * as z from "zod";
import type { Ledger } from "./ledger.ts";
import { listObject } from "./objects/wire-format.ts";
import { missing } from "./stripe-error.ts";
import type { Operation, Operations } from "./schema/operations.ts";

export const flag = z.enum(["true", "false"]).transform((text) => text === "true");
export const whole = z.string().regex(/^\d+$/u).transform(Number);
export const limit = whole.pipe(z.int().min(1).max(100)).default(10);
export const metadata = z.record(z.string(), z.string());
export const url = z.url();
export const after = z.string().optional();

/** Rejects parameters that Stripe does not have or the fake does not support. */
type Known<Params, S> = S & Record<Exclude<keyof S, keyof Params>, never>;

/** The parameters of a part of a request. */
export const declare =
  <Params>() =>
  <S extends z.ZodRawShape>(shape: Known<Params, S>) =>
    z.strictObject<S>(shape);

export interface Endpoint {
  operation: Operation;
  /** The method and path, with a placeholder for the ID. */
  method: string;
  path: RegExp;
  params: z.ZodObject;
  respond: (ledger: Ledger, params: never, id: string) => object;
}

export function endpoint<O extends Operation, S extends z.ZodRawShape>(
  operation: O,
  shape: Known<Operations[O]["params"], S>,
  respond: (ledger: Ledger, params: z.output<z.ZodObject<S>>, id: string) => Operations[O]["response"],
): Endpoint {
  const [method = "", path = ""] = operation.split(" ");
  const pattern = path.replace(/\{(\w+)\}/u, String.raw`($1_\w+)`);
  return {
    operation,
    method,
    path: new RegExp(`^${pattern}$`, "u"),
    params: z.strictObject<S>(shape),
    respond,
  };
}

/** A page after a cursor, newest first. */
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
