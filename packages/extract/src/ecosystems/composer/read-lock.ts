import { eachMember, LockEntries, unquoted, type LockEntry, type LockFacts } from "../../lock-file.ts";

export const LOCK_FILE = /(?:^|\/)composer\.lock$/;

/** Returns the locked packages by name in lower case. A branch is followed by its commit: `dev-main#0123…`. */
export function readLock(text: string): LockFacts {
  const entries = new LockEntries();
  let isPackages = false;
  let isSource = false;
  let entry: LockEntry | undefined;
  eachMember(text, ({ depth, key, value, line }) => {
    if (depth === 1) {
      isPackages = key === "packages" || key === "packages-dev";
      if (isPackages || key === "content-hash") entries.recognize();
    } else if (!isPackages || depth > 4) return;
    else if (depth === 3) {
      isSource = key === "source";
      if (key === "name") entry = entries.add((unquoted(value) ?? "").toLowerCase(), null, line);
      else if (key === "version" && entry) entry[1] = unquoted(value)?.replace(/^v(?=\d)/, "") ?? null;
    } else if (depth === 4 && isSource && key === "reference" && entry) {
      const isBranch = /^dev-|-dev$/.test(entry[1] ?? "");
      if (isBranch) entry[1] = `${entry[1]}#${unquoted(value) ?? ""}`;
    }
  });
  return entries.facts();
}
