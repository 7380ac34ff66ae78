import { eachLine, LockEntries, type LockFacts } from "../../lock-file.ts";
import type { SourceFile } from "../../source-file.ts";

export const LOCK_FILE = /(?:^|\/)conan\.lock$/;

export const isLockFile = (path: string): boolean => LOCK_FILE.test(path);

/** An element of a list, or in Conan 1 the `ref` of a node. */
const REFERENCE = /^\s*(?:"ref"\s*:\s*)?"(?<name>[a-z\d_][\w+.-]*)\/(?<version>[^@#:%"\s]+)/i;

/** Reads `"zlib/1.3.1#revision%time"`. The newest version of a package comes first. */
export function readLockFile({ text }: SourceFile): LockFacts {
  const entries = new LockEntries();
  const known = new Set<string>();
  eachLine(text, (line, number) => {
    if (/^\s*"(?:(?:build_|python_)?requires|graph_lock)"/.test(line)) entries.recognize();
    const { name, version } = REFERENCE.exec(line)?.groups ?? {};
    const key = name?.toLowerCase();
    if (key === undefined || version === undefined || known.has(key)) return;
    known.add(key);
    entries.add(key, version, number);
  });
  return entries.facts();
}
