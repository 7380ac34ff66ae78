import { setTimeout as sleep } from "node:timers/promises";

/** Longer than hashing a password, writing a few rows and, where the response waits for it, sending an email. */
const MINIMUM_RESPONSE_MS = 500;
/** Responses that must not reveal whether an account exists. They send email instead. */
const SILENT: ReadonlySet<string> = new Set([
  "/sign-up/email",
  "/send-verification-email",
  "/request-password-reset",
]);
/** Silent if refused: the check of a password takes time. */
const SILENT_REFUSAL = "/sign-in/email";

/** Delays a response whose duration would reveal whether an account exists. */
export async function hideTime(
  path: string,
  work: Promise<Response>,
  minimumMs: number = MINIMUM_RESPONSE_MS,
): Promise<Response> {
  const begun = performance.now();
  const response = await work;
  const isSilent = SILENT.has(path) || (path === SILENT_REFUSAL && !response.ok);
  // Node.js warns about a negative duration, and warnings go to the output of `npm start`.
  if (isSilent) await sleep(Math.max(0, minimumMs - (performance.now() - begun)));
  return response;
}

const WRONG = "The address or the password is wrong, or the address is not confirmed yet.";
/** Errors that are merged because they would reveal whether an account exists. */
const WRONG_CODES: ReadonlySet<unknown> = new Set(["INVALID_EMAIL_OR_PASSWORD", "EMAIL_NOT_VERIFIED"]);

/** Converts a response of the library to the form of this service. */
export async function presentResponse(response: Response): Promise<Response> {
  if (response.status >= 400) return presentError(response);
  return withoutToken(response);
}

/** Removes the session token from the body, because page scripts can read it there. */
async function withoutToken(response: Response): Promise<Response> {
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) return response;
  const text = await response.text();
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  // A redirect has the content type JSON but no body.
  const body = text === "" ? null : JSON.stringify(JSON.parse(text), omitToken);
  return new Response(body, { status: response.status, headers });
}

const omitToken = (key: string, value: unknown): unknown => (key === "token" ? undefined : value);

/** Converts the library's `message` to `detail`. */
async function presentError(response: Response): Promise<Response> {
  const { message, code } = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  if (WRONG_CODES.has(code)) return Response.json({ detail: WRONG }, { status: 401 });
  const detail = typeof message === "string" ? message : "Sign-in failed.";
  return Response.json({ detail }, { status: response.status });
}
