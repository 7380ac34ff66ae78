import { eachLine, LockEntries, type LockFacts } from "../../lock-file.ts";

export const LOCK_FILE = /(?:^|\/)(?:Gemfile[\w.-]*\.lock|[\w.-]+\.gemfile\.lock|gems\.locked)$/;

/** The key of a gem that the lock file takes from a folder. */
export const localKey = (name: string): string => `./${name}`;

/** Longer lines are not specs. The pattern takes quadratic time. */
const MAX_SPEC_LENGTH = 500;
const SPEC = /^ {4}(?<name>\S+) \((?<version>[^)\s-]+)[^)]*\)$/;

/** Returns the locked gems by name. The suffix of a version is the platform: `1.15.0-x86_64-linux`. */
export function readLock(text: string): LockFacts {
  const entries = new LockEntries();
  let section = "";
  let revision: string | null = null;
  eachLine(text, (line, number) => {
    if (line.charCodeAt(0) !== SPACE) {
      section = line;
      revision = null;
      if (/^(?:GEM|GIT|PATH)$/.test(line)) entries.recognize();
    } else if (section === "GIT" && line.startsWith("  revision: ")) revision = line.slice(12);
    else if (section === "GEM" || section === "GIT" || section === "PATH") {
      if (line.length > MAX_SPEC_LENGTH) return;
      const { name = "", version = "" } = SPEC.exec(line)?.groups ?? {};
      if (name === "") return;
      const key = section === "PATH" ? localKey(name) : name;
      entries.add(key, revision ?? version, number);
    }
  });
  return entries.facts();
}

const SPACE = 32;
