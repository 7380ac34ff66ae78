import { setTimeout as sleep } from "node:timers/promises";

/** Longer than hashing a password, writing a few rows and, where an answer waits for its mail, sending that. */
const LEAST_MS = 500;
/** Whose answer may not tell whether there is an account; they send mail instead. */
const SILENT: ReadonlySet<string> = new Set(["/sign-up/email", "/request-password-reset"]);
/** Refused, it is silent too: to an address that is not confirmed it sends mail, if the password is right. */
const SILENT_REFUSAL = "/sign-in/email";

/** Whether there is such an account does not show in how long the answer takes, as far as that can be helped. */
export async function hideTime(path: string, work: Promise<Response>): Promise<Response> {
  const begun = performance.now();
  const response = await work;
  const isSilent = SILENT.has(path) || (path === SILENT_REFUSAL && !response.ok);
  if (isSilent) await sleep(LEAST_MS - (performance.now() - begun));
  return response;
}
