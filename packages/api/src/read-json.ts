import type { HonoRequest } from "hono";
import { InvalidRequestError } from "./validation-issue.ts";

/** The body as JSON; an absent body is an empty object. Throws InvalidRequestError. */
export async function readJson(request: HonoRequest): Promise<unknown> {
  const text = await request.text();
  if (text === "") return {};
  if (!/^application\/json\s*(;|$)/iu.test(request.header("Content-Type") ?? "")) {
    throw refusal(["header", "Content-Type"], "Send the body as application/json.", "content_type");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(["body"], "The body is not valid JSON.", "json_invalid");
  }
}

const refusal = (loc: string[], msg: string, type: string) => new InvalidRequestError([{ loc, msg, type }]);
