import { BadRequestError } from "@knockon/core/errors";
import type { HonoRequest } from "hono";
import { bodyLimit } from "hono/body-limit";
import { InvalidRequestError, type ValidationIssue } from "./validation-issue.ts";

/** Rejects bodies above 1 MiB with 422; the specification has no 413. */
export const limitBody = bodyLimit({
  maxSize: 1024 * 1024,
  onError: () => {
    throw new InvalidRequestError([{ loc: ["body"], msg: "The body exceeds 1 MiB.", type: "too_big" }]);
  },
});

/** Returns the parsed JSON body, or `{}` when the body is empty. Throws InvalidRequestError. */
export async function readJson(request: HonoRequest): Promise<unknown> {
  const read = await tryReadJson(request);
  if ("issues" in read) throw new InvalidRequestError(read.issues);
  return read.input;
}

const isAbort = (error: unknown): boolean =>
  error instanceof Error && (error.name === "AbortError" || ("code" in error && error.code === "ECONNRESET"));

/** Returns the parsed JSON body, `{}` when the body is empty, or what is wrong with it. */
export async function tryReadJson(
  request: HonoRequest,
): Promise<{ input: unknown } | { issues: ValidationIssue[] }> {
  const text = await request.text().catch((cause: unknown) => {
    // The client closed the connection and gets no answer.
    if (request.raw.signal.aborted || isAbort(cause)) throw new BadRequestError("The request was aborted.");
    throw cause;
  });
  if (text === "") return { input: {} };
  if (!/^application\/json\s*(;|$)/iu.test(request.header("Content-Type") ?? "")) {
    const loc = ["header", "Content-Type"];
    return { issues: [{ loc, msg: "Send the body as application/json.", type: "content_type" }] };
  }
  try {
    return { input: JSON.parse(text) };
  } catch {
    return { issues: [{ loc: ["body"], msg: "The body is not valid JSON.", type: "json_invalid" }] };
  }
}
