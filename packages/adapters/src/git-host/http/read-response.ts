import { HostUnreachableError } from "@knockon/core/ports/git-host";
import { MAX_FILE_BYTES, type FileContent } from "@knockon/extract/snapshot";
import type { z } from "zod";
import { unreachable, type HttpResponse } from "./guarded-http.ts";

/** Fits a tree of 100,000 entries. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/** Parses a response. Throws HostUnreachableError if it does not match the schema. */
export async function readJson<T>(host: string, { body }: HttpResponse, schema: z.ZodType<T>): Promise<T> {
  const text = await readText(host, body);
  const parsed = schema.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new HostUnreachableError(
    `${host} returned an unexpected response at ${issue?.path.join(".") || "its root"}.`,
  );
}

/** Returns undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a UTF-8 text. Throws HostUnreachableError, also if it is too long. */
export async function readText(host: string, body: HttpResponse["body"]): Promise<string> {
  const bytes = await collectBody(host, body, MAX_TEXT_BYTES);
  if (!bytes) throw new HostUnreachableError(`${host} returned a response that is too long.`);
  return bytes.toString("utf8");
}

/** Reads one file, up to the size limit. Throws HostUnreachableError. */
export const readFile = async (host: string, { body }: HttpResponse): Promise<FileContent> =>
  (await collectBody(host, body, MAX_FILE_BYTES)) ?? "too_large";

/** Yields the body in chunks. Throws HostUnreachableError if the connection breaks. */
export async function* readBody(host: string, body: HttpResponse["body"]): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreachable(host, error);
  }
}

/** Returns the whole body, or undefined if it is too long. Throws HostUnreachableError. */
async function collectBody(
  host: string,
  body: HttpResponse["body"],
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of readBody(host, body)) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
  }
  return Buffer.concat(chunks);
}
