import { eachLine, LockEntries, type LockFacts } from "../../lock-file.ts";

export const LOCK_FILE = /(?:^|\/)mix\.lock$/;

const ENTRY = /^(?:%\{)? *"(?<app>[^"]+)": *\{:(?:hex, :(?:"[^"]*"|\w+)|git, "[^"]*"), "(?<version>[^"]*)"/;

/** Returns the locked packages by application: their version or, with a Git source, their commit. */
export function readLock(text: string): LockFacts {
  const entries = new LockEntries();
  eachLine(text, (line, number) => {
    if (line.startsWith("%{")) entries.recognize();
    const { app, version = "" } = ENTRY.exec(line)?.groups ?? {};
    if (app !== undefined) entries.add(app, version, number);
  });
  return entries.facts();
}
