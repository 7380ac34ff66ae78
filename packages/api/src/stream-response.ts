import type { OperationInput } from "@knockon/contract/operation";
import { describeFault } from "@knockon/core/describe-fault";
import type { Logger } from "@knockon/core/context";
import type { Context as HttpContext } from "hono";
import * as z from "zod";
import type { AppEnv } from "./app-env.ts";
import type { Streamed } from "./route.ts";
import { camelCase, toWire } from "./wire.ts";

/** How long a client may leave a part lying: it keeps a transaction open meanwhile. */
const PATIENCE_MS = 60_000;

type Send = (text: string) => Promise<void>;
type Sections = Record<string, unknown>;

/**
 * A file of the operation's sections, in the contract's order and no further than its fields. Each page is read when the
 * client has taken the one before. What fails on the way breaks the response off: it never looks complete.
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
  // Nobody would ever take what is read for it.
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  const { readable, writable } = new TextEncoderStream();
  const writer = writable.getWriter();
  const send: Send = async (text) => {
    const tooLong = setTimeout(
      () => void writer.abort(new Error("The client stopped reading.")),
      PATIENCE_MS,
    );
    await writer.write(text).finally(() => clearTimeout(tooLong));
  };
  const requestId = c.get("requestId");
  read((sections) => sendSections(operation.response, sections, send))
    .then(() => writer.close())
    .catch((error: unknown) => {
      log.error("response broken off", { requestId, operation: operation.id, error: describeFault(error) });
      return writer.abort(error);
    })
    .catch(() => {});
  return c.body(readable as ReadableStream<Uint8Array<ArrayBuffer>>, 200, headers);
}

async function sendSections(schema: z.ZodType, sections: Sections, send: Send): Promise<void> {
  if (!(schema instanceof z.ZodObject)) throw new Error("A streamed response is an object of sections.");
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
