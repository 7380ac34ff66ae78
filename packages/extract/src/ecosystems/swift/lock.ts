import { eachMember, LockEntries, unquoted, type LockFacts } from "../../lock-file.ts";
import type { TreeEntry } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";
import type { SourceFile } from "../../source-file.ts";

export const LOCK_FILE = /(?:^|\/)Package\.resolved$/;

/** The lock file of a workspace or project of Xcode, or of a package that Xcode opens. */
const XCODE_LOCK =
  /^(?<folder>(?:[^/]+\/)*?)(?<name>(?:[^/]+\.xcodeproj\/project|\.swiftpm\/xcode\/package|[^/]+)\.xcworkspace\/xcshareddata\/swiftpm\/Package\.resolved)$/;

/** Returns the names of the lock files of a folder, by folder: its own first, then those of Xcode. */
export function lockNames(tree: readonly TreeEntry[]): (folder: string) => string[] {
  const names = new Map<string, string[]>();
  for (const { path } of tree) {
    if (!path.endsWith("/xcshareddata/swiftpm/Package.resolved")) continue;
    const { folder = "", name = "" } = XCODE_LOCK.exec(path)?.groups ?? {};
    const key = folder === "" ? "." : folder.slice(0, -1);
    if (name !== "") names.set(key, [...(names.get(key) ?? []), name]);
  }
  return (folder) => ["Package.resolved", ...(names.get(folder) ?? [])];
}

export const isLockFile = (path: string): boolean => LOCK_FILE.test(path);

interface Pin {
  line: number;
  names: string[];
  version: string | null;
  revision: string | null;
}

/** Reads the pins of any version of the format, with the repository or the identity as the key. */
export function readLockFile({ text }: SourceFile): LockFacts {
  const entries = new LockEntries();
  let pin: Pin | undefined;
  const end = (): void => {
    for (const name of pin?.names ?? [])
      entries.add(name, pin?.version ?? pin?.revision ?? null, pin?.line ?? 1);
    pin = undefined;
  };
  eachMember(text, ({ key, value, line }) => {
    const content = unquoted(value);
    if (key === "pins") entries.recognize();
    else if (key === "identity" || key === "package") {
      end();
      pin = { line, names: [content?.toLowerCase() ?? ""], version: null, revision: null };
    } else if (pin && content !== undefined) {
      const location =
        key === "location" || key === "repositoryURL" ? parseGitUrl(content)?.location : undefined;
      if (location !== undefined) pin.names.push(location);
      if (key === "version" || key === "revision") pin[key] = content;
    }
  });
  end();
  return entries.facts();
}
