import { setTimeout as sleep } from "node:timers/promises";

/** Longer than hashing a password, writing a few rows and, where the response waits for it, sending an email. */
const MINIMUM_RESPONSE_MS = 500;
/** Responses that must not reveal whether an account exists. They send email instead. */
const SILENT: ReadonlySet<string> = new Set(["/sign-up/email", "/request-password-reset"]);
/** Silent if refused: with the right password, an unverified address gets an email. */
const SILENT_REFUSAL = "/sign-in/email";

/** Delays a response that must not reveal by its duration whether an account exists. */
export async function hideTime(
  path: string,
  work: Promise<Response>,
  minimumMs: number = MINIMUM_RESPONSE_MS,
): Promise<Response> {
  const begun = performance.now();
  const response = await work;
  const isSilent = SILENT.has(path) || (path === SILENT_REFUSAL && !response.ok);
  if (isSilent) await sleep(minimumMs - (performance.now() - begun));
  return response;
}
