import { eachMember, LockEntries, unquoted, type LockFacts } from "../../lock-file.ts";
import { parseGitUrl } from "../../git-url.ts";
import type { SourceFile } from "../../source-file.ts";

/** Those of Xcode lock the packages of its projects, which are not read. */
export const LOCK_FILE = /^(?!.*\.xc(?:odeproj|workspace)\/)(?:.*\/)?Package\.resolved$/;

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
