import { createHash, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";

const SCHEME = "svc_live_";
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const PUBLIC_ID_LENGTH = 8;
/** 32 base62 characters are 190 bits. */
const SECRET_LENGTH = 32;
/** 62⁶ is the first power of 62 above 2³². */
const CHECK_LENGTH = 6;
const PATTERN = new RegExp(`^${SCHEME}[0-9A-Za-z]{${PUBLIC_ID_LENGTH + SECRET_LENGTH + CHECK_LENGTH}}$`, "u");

/** Creates `svc_live_`, a public ID, the secret and a checksum, which tells a key from a typo without the database. */
export function createKey(): { key: string; prefix: string } {
  const prefix = SCHEME + randomText(PUBLIC_ID_LENGTH);
  const unchecked = prefix + randomText(SECRET_LENGTH);
  return { key: unchecked + checksum(unchecked), prefix };
}

/** Returns the public prefix of a well-formed key. Returns undefined if `createKey` cannot have created the text. */
export function parseKey(text: string): { prefix: string } | undefined {
  if (!PATTERN.test(text)) return undefined;
  if (text.slice(-CHECK_LENGTH) !== checksum(text.slice(0, -CHECK_LENGTH))) return undefined;
  return { prefix: text.slice(0, SCHEME.length + PUBLIC_ID_LENGTH) };
}

/** Returns the stored form of a key. The secret is long and random, so a slow hash would add nothing. */
export const hashKey = (key: string): string => createHash("sha256").update(key).digest("hex");

const randomText = (length: number): string =>
  Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < CHECK_LENGTH) {
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
