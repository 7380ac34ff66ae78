import type { Signature } from "./commit.ts";
import { foldName, isFullName } from "./person-name.ts";

/** The account number at the start of a private address on GitHub or GitLab. */
const ACCOUNT_NUMBER = /^\d+(?:\+(?=.*@users\.noreply\.github\.)|-(?=.*@users\.noreply\.gitlab\.))/;
/** Addresses that tools use by default. */
const SHARED_ADDRESS =
  /^(?:$|[^@]*$|(?:no-?reply|do-?not-?reply|none|nobody|unknown)@|you@example\.com$|.*@(?:localhost|localhost\.localdomain|none|unknown|\(none\))$)/;

/** The longest address that mail accepts: https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 */
const MAX_ADDRESS = 320;

export const foldAddress = (email: string): string =>
  email.slice(0, MAX_ADDRESS).normalize("NFKC").trim().toLowerCase().replace(ACCOUNT_NUMBER, "");

/**
 * Returns the keys that identify a person: the email address, the account at the host and the full name. Two signatures with a common
 * key are the same person. If none is specific to a person, the key is the name.
 */
export function keysOf({ name, email, login }: Signature): string[] {
  const address = foldAddress(email);
  const keys = SHARED_ADDRESS.test(address) ? [] : [`address ${address}`];
  if (login !== undefined) keys.push(accountKey(login));
  if (isFullName(name) || keys.length === 0) keys.push(`name ${foldName(name)}`);
  return [...new Set(keys)];
}

/** The key of an account is that of its private address, so that both identify the same person. */
export const accountKey = (login: string, host: "github" | "gitlab" = "github"): string =>
  `address ${login.toLowerCase()}@users.noreply.${host}.com`;
