/** Controls, and what turns the direction of the text around it. */
const UNSHOWN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const ADDRESS = /\S+@\S+/gu;
/** A tool that signs beside the person who used it. */
const ASSISTANT = /\s*\(aider\)$/i;
const MAX_LENGTH = 100;

const REDACTED = "(redacted)";

/** A name as it may be shown: whatever in it is an e-mail address is left out. */
export function shownName(name: string): string {
  const shown = tidy(name).replace(ADDRESS, " ").replace(/\s+/gu, " ").trim();
  return Array.from(shown).slice(0, MAX_LENGTH).join("") || REDACTED;
}

/** Whether there is more to it than an address, or nothing. */
export const isShown = (name: string): boolean => name !== REDACTED;

const tidy = (name: string): string =>
  name.toWellFormed().normalize("NFKC").replace(UNSHOWN, " ").trim().replace(ASSISTANT, "");

/** Names nobody set: they are of everybody. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  "first last",
  "full name",
  "local user",
  "no author",
  "no name",
  "system administrator",
  "test user",
  "unknown author",
  "unknown user",
  "user name",
  "your name",
]);

/** These write a whole name in one word. */
const ONE_WORD_SCRIPTS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** A full name tells a person, whatever the address; `root`, `alice` and `Your Name` do not. */
export function isFullName(name: string): boolean {
  const words = foldName(name);
  if (name.includes("@") || PLACEHOLDERS.has(words)) return false;
  return words.includes(" ") || ONE_WORD_SCRIPTS.test(name);
}

/** Case, accents, punctuation and "Doe, Jane" for "Jane Doe" make no other name. */
export const foldName = (name: string): string =>
  tidy(name)
    .replace(/^([^,]+),\s*([^,]+)$/u, "$2 $1")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
