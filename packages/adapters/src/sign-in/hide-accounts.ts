import { setTimeout as sleep } from "node:timers/promises";

/** Longer than hashing a password and writing a few rows. */
const LEAST_MS = 500;
/** Whose answer may not tell whether there is an account; they send mail instead. */
const SILENT: ReadonlySet<string> = new Set(["/sign-up/email", "/request-password-reset"]);

/** Whether there is such an account does not show in how long the answer takes, as far as that can be helped. */
export async function hideTime<T>(path: string, work: Promise<T>): Promise<T> {
  const [result] = await Promise.all([work, SILENT.has(path) && sleep(LEAST_MS)]);
  return result;
}
