import { maven } from "./maven.ts";
import type { Versioning } from "./versioning.ts";

/** `1.2.+` and `1.2.1+` match every version with that prefix, `+` matches every version. */
const PREFIX = /^(?<prefix>[\w.-]*)\+$/;
const LATEST = /^latest\.[a-z]+$/i;
/** `[1.7,1.8[!!1.7.25`: a strict version, optionally followed by the preferred one. */
const STRICT = /^(?<strict>[^!]*)!!(?<preferred>[^!]*)$/;
const INTERVAL = /^(?<open>[[(\]])(?<ends>[^[\]()]*)(?<close>[\])[])$/;

/**
 * Gradle: Maven's versions and ranges, plus prefixes, `latest.*` and strict versions. A plain version is a minimum that
 * other requirements can raise. It counts as a pin, as with Maven, because it applies unless another requirement does.
 *
 * https://docs.gradle.org/current/userguide/dependency_versions.html
 */
export const gradle: Versioning = {
  state(constraint) {
    const text = toMavenSyntax(constraint ?? "");
    if (LATEST.test(text)) return "floating";
    const prefix = PREFIX.exec(text)?.groups?.["prefix"];
    if (prefix !== undefined) return prefix === "" ? "floating" : "range";
    return maven.state(text);
  },

  compare: maven.compare,

  isStable: maven.isStable,

  admits(constraint, version) {
    const text = toMavenSyntax(constraint);
    const prefix = PREFIX.exec(text)?.groups?.["prefix"];
    if (LATEST.test(text)) return undefined;
    if (prefix === undefined) return maven.admits(text, version);
    return maven.compare(version, version) === undefined ? undefined : version.startsWith(prefix);
  },
};

/** Removes the preferred version and translates `]1,2[` to `(1,2)`. */
function toMavenSyntax(constraint: string): string {
  const { strict = constraint } = STRICT.exec(constraint)?.groups ?? {};
  const text = strict.trim();
  const { open, ends, close } = INTERVAL.exec(text)?.groups ?? {};
  return ends === undefined ? text : `${open === "]" ? "(" : open}${ends}${close === "[" ? ")" : close}`;
}
