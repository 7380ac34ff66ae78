import type { OperationInput } from "@knockon/contract/operation";
import type { Context as HttpContext } from "hono";
import * as z from "zod";
import { toWire } from "./wire.ts";

/** The success of an operation: its status, its count, its body in wire form. */
export function respond(c: HttpContext, operation: OperationInput, result: unknown): Response {
  const { total, body } = operation.counted
    ? (result as { total: number; body: unknown })
    : { total: undefined, body: result };
  if (total !== undefined) c.header("X-Total-Count", String(total));
  if (operation.status === 204) return c.body(null, 204);
  return c.json(toWire(operation.response, body), operation.status);
}

/** Throws when a response breaks its contract. For tests: it reads every response a second time. */
export async function assertKeepsContract({ id, response }: OperationInput, sent: Response): Promise<void> {
  if (sent.body === null) return;
  const { error } = response.safeParse(await sent.clone().json());
  if (error) throw new Error(`The response of ${id} breaks its contract.\n${z.prettifyError(error)}`);
}
