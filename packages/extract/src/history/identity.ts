import type { Signature } from "./commit.ts";
import { foldName, isFullName } from "./person-name.ts";

/** GitHub and GitLab put the account's number before the name of its private address. */
const ACCOUNT_NUMBER = /^\d+(?:\+(?=.*@users\.noreply\.github\.)|-(?=.*@users\.noreply\.gitlab\.))/;
/** What tools write where nobody gave an address. */
const SHARED_ADDRESS =
  /^(?:$|[^@]*$|(?:no-?reply|do-?not-?reply|none|nobody|unknown)@|you@example\.com$|.*@(?:localhost|localhost\.localdomain|none|unknown|\(none\))$)/;

export const foldAddress = (email: string): string =>
  email.normalize("NFKC").trim().toLowerCase().replace(ACCOUNT_NUMBER, "");

/**
 * What identifies the person: their address, and their full name. Two signatures that have either in common are one
 * person's. Where neither tells anybody apart, the name has to.
 */
export function keysOf({ name, email }: Signature): string[] {
  const address = foldAddress(email);
  const keys = SHARED_ADDRESS.test(address) ? [] : [`address ${address}`];
  if (isFullName(name) || keys.length === 0) keys.push(`name ${foldName(name)}`);
  return keys;
}
