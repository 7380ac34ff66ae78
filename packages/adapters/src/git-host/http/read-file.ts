import { MAX_FILE_BYTES } from "@knockon/extract/skip";
import type { FileContent } from "@knockon/extract/snapshot";
import type { HttpResponse } from "./guarded-http.ts";
import { readBody } from "./read-body.ts";

/** One file of a repository; no more of it is read than is ever kept. Throws HostUnreachableError. */
export async function readFile(host: string, { body }: HttpResponse): Promise<FileContent> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of readBody(host, body)) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MAX_FILE_BYTES) return "too_large";
  }
  return Buffer.concat(chunks);
}
