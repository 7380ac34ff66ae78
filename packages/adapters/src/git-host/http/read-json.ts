import { HostUnreachableError } from "@knockon/core/ports/git-host";
import type { z } from "zod";
import type { HttpResponse } from "./guarded-http.ts";
import { collectBody } from "./read-body.ts";

/** Fits a tree of 100,000 entries. */
const MAX_BYTES = 64 * 1024 * 1024;

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

/** Undefined if the text is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function readText(host: string, body: HttpResponse["body"]): Promise<string> {
  const bytes = await collectBody(host, body, MAX_BYTES);
  if (!bytes) throw new HostUnreachableError(`${host} returned a response that is too long.`);
  return bytes.toString("utf8");
}
