import type { Signature } from "./commit.ts";

/** Returns the canonical signature of the same person. */
export type Mailmap = (signature: Signature) => Signature;

interface Proper {
  name: string | undefined;
  email: string | undefined;
}

const LINE = /^([^<]*)<([^>]*)>(?:([^<]*)<([^>]*)>)?/;

/**
 * Parses a `.mailmap` like Git: `Proper Name <proper@email> Commit Name <commit@email>`, where both names and the first
 * address are optional. An entry for a name and an address takes precedence over one for the address alone.
 */
export function parseMailmap(text: string): Mailmap {
  const entries = new Map<string, Proper>();
  for (const line of text.split("\n")) {
    if (line.startsWith("#")) continue;
    const [, first = "", firstEmail = "", second = "", secondEmail] = LINE.exec(line.trim()) ?? [];
    const properName = first.trim() || undefined;
    const proper =
      secondEmail === undefined
        ? { name: properName, email: undefined }
        : { name: properName, email: firstEmail.trim() || undefined };
    if (proper.name === undefined && proper.email === undefined) continue;
    const key = keyOf(secondEmail ?? firstEmail, second);
    const former = entries.get(key);
    entries.set(key, { name: proper.name ?? former?.name, email: proper.email ?? former?.email });
  }
  if (entries.size === 0) return (signature) => signature;
  return ({ name, email, ...account }) => {
    const proper = entries.get(keyOf(email, name)) ?? entries.get(keyOf(email, ""));
    return { ...account, name: proper?.name ?? name, email: proper?.email ?? email };
  };
}

const keyOf = (email: string, name: string): string =>
  `${email.trim().toLowerCase()}\0${name.trim().toLowerCase()}`;
