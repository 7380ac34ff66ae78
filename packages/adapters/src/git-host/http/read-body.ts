import { unreachable, type HttpResponse } from "./guarded-http.ts";

/** Yields the body in chunks. Throws HostUnreachableError if the connection breaks. */
export async function* readBody(host: string, body: HttpResponse["body"]): AsyncGenerator<Buffer> {
  try {
    yield* body as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreachable(host, error);
  }
}

/** Returns the whole body, or undefined if it is too long. Throws HostUnreachableError. */
export async function collectBody(
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
