import type { OperationInput } from "@knockon/contract/operation";
import type { Logger } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import type { Context as HttpContext } from "hono";
import * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import type { CountedResult, Streamed } from "./route.ts";
import { camelCase, toWire } from "@knockon/contract/wire";

/** Returns the success response of an operation: its status, `X-Total-Count`, `X-Unnamed-Count` and body. */
export function respond(c: HttpContext, operation: OperationInput, result: unknown): Response {
  const { total, unnamed, body } = operation.counted
    ? (result as CountedResult)
    : { total: undefined, unnamed: undefined, body: result };
  if (unnamed !== undefined) c.header("X-Unnamed-Count", String(unnamed));
  if (total !== undefined) c.header("X-Total-Count", String(total));
  if (operation.status === 204) return c.body(null, 204);
  return c.json(toWire(operation.response, body), operation.status);
}

/** Throws if a response does not match its schema. For tests only, because it parses every response again. */
export async function assertKeepsContract({ id, response }: OperationInput, sent: Response): Promise<void> {
  if (sent.body === null) return;
  const { error } = response.safeParse(await sent.clone().json());
  if (error) throw new Error(`The response of ${id} breaks its contract.\n${z.prettifyError(error)}`);
}

/** Limits how long a client that stopped reading keeps a database transaction open. */
const WRITE_TIMEOUT_MS = 60_000;
/** The same for a client that reads very slowly. A large workspace takes a minute. */
const STREAM_TIMEOUT_MS = 15 * 60_000;

type Send = (text: string) => Promise<void>;
type Sections = Record<string, unknown>;

/**
 * Streams a JSON file with the sections that the operation's schema declares. Each page is read after the client has
 * received the previous one. An error aborts the response, so that a truncated file is never valid JSON.
 */
export function streamResponse(
  c: HttpContext<AppEnv>,
  operation: OperationInput,
  { filename, read }: Streamed<Sections>,
  log: Logger,
): Response {
  const headers = {
    "Content-Type": "application/json",
    "Content-Disposition": `attachment; filename="${filename}"`,
  };
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  return streamBody(c, operation, headers, log, (send) =>
    read((sections) => sendSections(operation.response, sections, send)),
  );
}

/** Streams text. An error aborts the response, as does a client that stops reading. */
export function streamBody(
  c: HttpContext<AppEnv>,
  operation: OperationInput,
  headers: Record<string, string>,
  log: Logger,
  write: (send: Send) => Promise<void>,
): Response {
  const { readable, writable } = new TextEncoderStream();
  const writer = writable.getWriter();
  const deadline = Date.now() + STREAM_TIMEOUT_MS;
  const send: Send = async (text) => {
    if (Date.now() > deadline) throw new Error("The client reads too slowly.");
    const timer = setTimeout(
      () => void writer.abort(new Error("The client stopped reading.")),
      WRITE_TIMEOUT_MS,
    );
    await writer.write(text).finally(() => clearTimeout(timer));
  };
  const requestId = c.get("requestId");
  write(send)
    .then(() => writer.close())
    .catch((error: unknown) => {
      log.error("response aborted", { requestId, operation: operation.id, error: describeFault(error) });
      return writer.abort(error);
    })
    .catch(() => {});
  return c.body(readable as ReadableStream<Uint8Array<ArrayBuffer>>, 200, headers);
}

async function sendSections(schema: z.ZodType, sections: Sections, send: Send): Promise<void> {
  if (!(schema instanceof z.ZodObject))
    throw new Error("The schema of a streamed response must be an object.");
  let separator = "{";
  for (const [name, section] of Object.entries<z.core.$ZodType>(schema.shape)) {
    await send(`${separator}${JSON.stringify(name)}:`);
    separator = ",";
    const value = sections[camelCase(name)];
    if (section instanceof z.ZodArray) {
      await sendPages(section.element as z.ZodType, value as AsyncIterable<unknown[]>, send);
    } else {
      await send(JSON.stringify(toWire(section as z.ZodType, value)));
    }
  }
  await send("}");
}

async function sendPages(item: z.ZodType, pages: AsyncIterable<unknown[]>, send: Send): Promise<void> {
  let separator = "[";
  for await (const page of pages) {
    if (page.length === 0) continue;
    await send(separator + page.map((row) => JSON.stringify(toWire(item, row))).join(","));
    separator = ",";
  }
  await send(separator === "[" ? "[]" : "]");
}
