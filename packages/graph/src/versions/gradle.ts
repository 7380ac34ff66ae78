import { maven } from "./maven.ts";
import type { Versioning } from "./versioning.ts";

/** `1.2.+` and `1.2.1+`: every version that begins so; `+` alone: every version. */
const PREFIX = /^(?<prefix>[\w.-]*)\+$/;
const LATEST = /^latest\.[a-z]+$/i;
/** A strict version, and after the marks the one to prefer within it. */
const STRICT = /^(?<strict>[^!]*)!!(?<preferred>[^!]*)$/;
const INTERVAL = /^(?<open>[[(\]])(?<ends>[^[\]()]*)(?<close>[\])[])$/;

/**
 * Gradle's constraints, Maven's with more ways to write them. A version alone is the least that is wanted (newer ones
 * that others ask for win), but it takes effect where nothing else is said: a pin, as with Maven.
 */
export const gradle: Versioning = {
  state(constraint) {
    const text = plain(constraint ?? "");
    if (LATEST.test(text)) return "floating";
    const prefix = PREFIX.exec(text)?.groups?.["prefix"];
    if (prefix !== undefined) return prefix === "" ? "floating" : "range";
    return maven.state(text);
  },

  compare: maven.compare,

  isStable: maven.isStable,

  admits(constraint, version) {
    const text = plain(constraint);
    const prefix = PREFIX.exec(text)?.groups?.["prefix"];
    if (LATEST.test(text)) return undefined;
    if (prefix === undefined) return maven.admits(text, version);
    return maven.compare(version, version) === undefined ? undefined : version.startsWith(prefix);
  },
};

/** The part that decides which versions will do, in Maven's notation. */
function plain(constraint: string): string {
  const { strict = constraint } = STRICT.exec(constraint)?.groups ?? {};
  const text = strict.trim();
  const { open, ends, close } = INTERVAL.exec(text)?.groups ?? {};
  return ends === undefined ? text : `${open === "]" ? "(" : open}${ends}${close === "[" ? ")" : close}`;
}
