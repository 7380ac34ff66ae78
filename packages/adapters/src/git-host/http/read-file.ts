import { MAX_FILE_BYTES, type FileContent } from "@knockon/extract/snapshot";
import type { HttpResponse } from "./guarded-http.ts";
import { collectBody } from "./read-body.ts";

/** Reads one file, up to the size limit. Throws HostUnreachableError. */
export const readFile = async (host: string, { body }: HttpResponse): Promise<FileContent> =>
  (await collectBody(host, body, MAX_FILE_BYTES)) ?? "too_large";
