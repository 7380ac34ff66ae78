import { eachLine, LockEntries, type LockEntry, type LockFacts } from "../../lock-file.ts";

export const LOCK_FILE = /(?:^|\/)pubspec\.lock$/;

const NAME = /^ {2}"?(?<name>[\w.-]+)"?:\s*$/;
const FIELD = /^ {4}(?: {2})?(?<field>version|resolved-ref): *"?(?<value>[^"\s]+)"?\s*$/;

/** Returns the locked packages by name: their version or, with a Git source, their commit. */
export function readLock(text: string): LockFacts {
  const entries = new LockEntries();
  let isPackages = false;
  let entry: LockEntry | undefined;
  let isCommit = false;
  eachLine(text, (line, number) => {
    if (line !== "" && !line.startsWith(" ")) {
      isPackages = line.startsWith("packages:");
      if (isPackages) entries.recognize();
    }
    if (!isPackages) return;
    const { name } = NAME.exec(line)?.groups ?? {};
    if (name !== undefined) {
      entry = entries.add(name, null, number);
      isCommit = false;
    }
    const { field, value = "" } = FIELD.exec(line)?.groups ?? {};
    if (!entry || field === undefined || isCommit) return;
    entry[1] = value;
    isCommit = field === "resolved-ref";
  });
  return entries.facts();
}
