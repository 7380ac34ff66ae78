import type { HonoRequest } from "hono";
import { bodyLimit } from "hono/body-limit";
import { InvalidRequestError } from "./validation-issue.ts";

/** Rejects bodies above 1 MiB with 422; the specification has no 413. */
export const limitBody = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw invalid(["body"], "The body exceeds 1 MiB.", "too_big");
  },
});

/** Returns the parsed JSON body, or `{}` when the body is empty. Throws InvalidRequestError. */
export async function readJson(request: HonoRequest): Promise<unknown> {
  const text = await request.text();
  if (text === "") return {};
  if (!/^application\/json\s*(;|$)/iu.test(request.header("Content-Type") ?? "")) {
    throw invalid(["header", "Content-Type"], "Send the body as application/json.", "content_type");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(["body"], "The body is not valid JSON.", "json_invalid");
  }
}

const invalid = (loc: string[], msg: string, type: string) => new InvalidRequestError([{ loc, msg, type }]);
