import { eachMember, LockEntries, unquoted, type LockFacts } from "../../lock-file.ts";
import type { LockedPackage } from "./read.ts";

export const LOCK_FILE = /(?:^|\/)renv\.lock$/;

/** The key of a package's commit. */
export const commitKey = (name: string): string => `${name}@`;

/** Returns the packages of a lock file of renv, each with its version and, for a package from a repository, its commit. */
export function readLock(text: string): { lock: LockFacts; lockedPackages: LockedPackage[] } {
  const entries = new LockEntries();
  const lockedPackages: LockedPackage[] = [];
  let isPackages = false;
  let fields: Record<string, string> = {};
  let current: { name: string; line: number } | undefined;
  const finish = (): void => {
    if (current && fields["Version"] !== undefined) addPackage(current.name, current.line, fields["Version"]);
    current = undefined;
  };
  const addPackage = (name: string, line: number, version: string): void => {
    const commit = fields["RemoteSha"] ?? null;
    const url = urlOf(fields);
    if (!entries.add(name, version, line)) return;
    if (commit !== null && url !== null) entries.add(commitKey(name), commit, line);
    lockedPackages.push({ name, version, line, url, commit });
  };
  eachMember(text, ({ depth, key, value, line }) => {
    if (depth > 3) return;
    if (depth < 3) finish();
    if (depth === 1) {
      isPackages = key === "Packages";
      if (isPackages) entries.recognize();
    } else if (depth === 2 && isPackages) {
      current = { name: key, line };
      fields = {};
    } else if (depth === 3) fields[key] = unquoted(value) ?? "";
  });
  finish();
  return { lock: entries.facts(), lockedPackages };
}

/** Returns the repository of a package. Packages of a server have remote fields, too, but no user. */
function urlOf({ RemoteUrl, RemoteHost, RemoteUsername, RemoteRepo }: Record<string, string>): string | null {
  if (RemoteUrl !== undefined) return RemoteUrl;
  if (RemoteHost === undefined || RemoteUsername === undefined || RemoteRepo === undefined) return null;
  const host = RemoteHost.replace(/^https?:\/\//, "")
    .replace(/^api\./, "")
    .replace(/\/.*$/s, "");
  return `https://${host}/${RemoteUsername}/${RemoteRepo}`;
}
