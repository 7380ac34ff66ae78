import type { OperationInput } from "@knockon/contract/operation";
import type { Context, UserContext } from "@knockon/core/context";
import type { Delivery } from "@knockon/core/webhook/delivery";
import type { z } from "zod";
import type { Camel } from "@knockon/contract/wire";

/** The validated parts of a request in camelCase, or the raw delivery of a signed request. */
export type InputOf<T extends OperationInput> = T["auth"]["credentials"] extends "signature"
  ? { delivery: Delivery }
  : Parts<T> & (T extends { idempotent: true } ? Idempotent<T> : unknown);

type Parts<T extends OperationInput> = {
  [K in "params" | "query" | "body" as T[K] extends z.ZodObject ? K : never]: Camel<T[K]>;
};

interface Idempotent<T extends OperationInput> {
  operation: string;
  body: T["body"] extends z.ZodObject ? Camel<T["body"]> : object;
  idempotencyKey: string | undefined;
}

/** A large response, read while it is sent. Arrays arrive one page at a time. */
export interface Streamed<Sections> {
  filename: string;
  read: (consume: (sections: Sections) => Promise<void>) => Promise<void>;
}

type Paged<T> = { [K in keyof T]: T[K] extends (infer Item)[] ? AsyncIterable<Item[]> : T[K] };

/** A page of a list. */
export interface CountedResult<Body = unknown> {
  total: number;
  /** Items that the naming rule leaves out. Undefined if it does not apply. */
  unnamed?: number | undefined;
  body: Body;
}

/** The result of a handler: the response in camelCase, with the total count, as a stream or as a redirect URL. */
export type ResultOf<T extends OperationInput> = T extends { streamed: true }
  ? Streamed<Paged<Camel<T["response"]>>>
  : T extends { counted: true }
    ? CountedResult<Camel<T["response"]>>
    : T extends { status: 302 }
      ? { location: string }
      : Camel<T["response"]>;

export interface RequestInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  delivery?: Delivery;
  operation?: string;
  idempotencyKey?: string | undefined;
}

/** An operation and its handler. `route` checks the types of the handler, which are erased here. */
export interface Route {
  operation: OperationInput;
  handler: (ctx: UserContext, input: RequestInput) => Promise<unknown>;
}

/** Operations without a role concern the user and have no workspace. */
type ContextOf<T extends OperationInput> = T["auth"]["role"] extends null ? UserContext : Context;

/** Binds a handler to an operation, with types derived from the operation. */
export const route = <const T extends OperationInput>(
  operation: T,
  handler: (ctx: ContextOf<T>, input: InputOf<T>) => Promise<ResultOf<T>>,
): Route => ({ operation, handler: handler as unknown as Route["handler"] });
