import { randomBytes } from "node:crypto";

const MAX_LENGTH = 63;
/** Of a hyphen and 32 bits: whoever makes many workspaces of one name must not use up what is left to try. */
const SUFFIX_LENGTH = 9;

/** What a name becomes in addresses: `[a-z0-9-]`, at most 63 characters; a name without any such letter is `workspace`. */
export const slugOf = (name: string): string =>
  name
    .toUpperCase() // ß is SS
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-|-$/g, "") || "workspace";

/** The slug itself, then others that begin like it: what to try until one is free. */
export function* slugCandidates(name: string): Generator<string> {
  const slug = slugOf(name);
  yield slug;
  const stem = slug.slice(0, MAX_LENGTH - SUFFIX_LENGTH).replace(/-$/, "");
  for (let number = 2; number <= 9; number += 1) yield `${stem}-${number}`;
  for (;;) yield `${stem}-${randomBytes(4).toString("hex")}`;
}
