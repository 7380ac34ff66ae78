import type { Signature } from "./commit.ts";

/** Whom a signature stands for. */
export type Mailmap = (signature: Signature) => Signature;

interface Proper {
  name: string | undefined;
  email: string | undefined;
}

const LINE = /^([^<]*)<([^>]*)>(?:([^<]*)<([^>]*)>)?/;

/**
 * A `.mailmap` as git reads it: `Proper Name <proper@e-mail> Commit Name <commit@e-mail>`, in which names and the first
 * address may be left out. An entry for a name and an address goes before one for the address alone.
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
  return ({ name, email }) => {
    const proper = entries.get(keyOf(email, name)) ?? entries.get(keyOf(email, ""));
    return { name: proper?.name ?? name, email: proper?.email ?? email };
  };
}

const keyOf = (email: string, name: string): string =>
  `${email.trim().toLowerCase()}\0${name.trim().toLowerCase()}`;
