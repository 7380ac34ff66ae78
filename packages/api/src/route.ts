import type { OperationInput } from "@knockon/contract/operation";
import type { Context, UserContext } from "@knockon/core/context";
import type { Delivery } from "@knockon/core/webhook/delivery";
import type { z } from "zod";
import type { Camel } from "./wire.ts";

/** The parts of a request that the operation declares, validated, in camelCase; one that is signed as it came. */
export type InputOf<T extends OperationInput> = T["auth"]["credentials"] extends "signature"
  ? { delivery: Delivery }
  : Parts<T> & (T extends { idempotent: true } ? Named<T> : unknown);

type Parts<T extends OperationInput> = {
  [K in "params" | "query" | "body" as T[K] extends z.ZodObject ? K : never]: Camel<T[K]>;
};

/** What is done once names itself, and whatever it asks. */
interface Named<T extends OperationInput> {
  operation: string;
  body: T["body"] extends z.ZodObject ? Camel<T["body"]> : object;
  idempotencyKey: string | undefined;
}

/** A large answer, read from its source while `consume` takes it: what is an array arrives a page at a time. */
export interface Streamed<Sections> {
  filename: string;
  read: (consume: (sections: Sections) => Promise<void>) => Promise<void>;
}

type Paged<T> = { [K in keyof T]: T[K] extends (infer Item)[] ? AsyncIterable<Item[]> : T[K] };

/** What a handler answers with; a counted operation adds how many items match on all pages together, a redirect is its target. */
export type ResultOf<T extends OperationInput> = T extends { streamed: true }
  ? Streamed<Paged<Camel<T["response"]>>>
  : T extends { counted: true }
    ? { total: number; body: Camel<T["response"]> }
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

/** An operation and what answers it. The types of its handler are checked by `route` and forgotten here. */
export interface Route {
  operation: OperationInput;
  handler: (ctx: UserContext, input: RequestInput) => Promise<unknown>;
}

/** An operation without a role is about the person alone; every other one about a workspace. */
type ContextOf<T extends OperationInput> = T["auth"]["role"] extends null ? UserContext : Context;

/** Binds a handler to an operation; whatever the operation declares, the handler is held to. */
export const route = <const T extends OperationInput>(
  operation: T,
  handler: (ctx: ContextOf<T>, input: InputOf<T>) => Promise<ResultOf<T>>,
): Route => ({ operation, handler: handler as unknown as Route["handler"] });
