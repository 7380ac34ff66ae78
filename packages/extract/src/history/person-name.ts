/** Control characters, including those that change the text direction. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The suffix of a tool after the name of its user. */
const ASSISTANT = /\s*\(aider\)$/i;
const MAX_LENGTH = 100;
/** Anyone can write a commit, with a name of any length. Longer names are cut before anything is matched. */
const MAX_READ_LENGTH = 500;

const REDACTED = "(redacted)";

/** Returns a name for display, without email addresses. */
export function displayName(name: string): string {
  const words = tidy(name).split(/\s+/u);
  const shown = words.filter((word) => !isAddress(word)).join(" ");
  return Array.from(shown).slice(0, MAX_LENGTH).join("") || REDACTED;
}

/** Whether a word has an `@` inside. A regular expression would search a long word again from each of its characters. */
function isAddress(word: string): boolean {
  const at = word.indexOf("@", 1);
  return at !== -1 && at < word.length - 1;
}

/** Whether a display name is not redacted. */
export const isDisplayable = (name: string): boolean => name !== REDACTED;

const tidy = (name: string): string =>
  name
    .slice(0, MAX_READ_LENGTH)
    .toWellFormed()
    .normalize("NFKC")
    .replace(CONTROLS, " ")
    .trim()
    .replace(ASSISTANT, "");

/** Default names, which identify no one. */
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

/** Scripts that write a full name as one word. */
const ONE_WORD_SCRIPTS = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether a name identifies a person regardless of the address. False for `root`, `alice` and `Your Name`. */
export function isFullName(name: string): boolean {
  const words = foldName(name);
  if (name.includes("@") || PLACEHOLDERS.has(words)) return false;
  return words.includes(" ") || ONE_WORD_SCRIPTS.test(name);
}

/** Normalizes case, accents, punctuation and "Doe, Jane" to compare names. */
export const foldName = (name: string): string =>
  tidy(name)
    .replace(/^([^,]+),\s*([^,]+)$/u, "$2 $1")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
