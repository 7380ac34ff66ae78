import { commitIn, eachLine, eachMember, LockEntries, unquoted, type LockFacts } from "../../lock-file.ts";
import { normalizeName } from "./requirement.ts";

/** The lock files of uv, Poetry, PDM, pip (PEP 751) and Pipenv. */
export const LOCK_FILE = /(?:^|\/)(?:(?:uv|poetry|pdm)\.lock|pylock(?:\.[\w-]+)?\.toml|Pipfile\.lock)$/;

/** The key of a package that the lock file takes from a folder relative to it. */
export const folderKey = (folder: string): string => `./${folder}`;

/** Returns the locked packages by normalized name. Those of folders have their folder as key as well. */
export const readLock = (path: string, text: string): LockFacts =>
  path.endsWith("Pipfile.lock") ? readPipfileLock(text) : readTomlLock(text);

const STRING = /^(?<key>name|version|revision|resolved_reference)\s*=\s*"(?<value>[^"]*)"/;
/** `source = { git = "…#commit" }` of uv, `vcs = { commit-id = "…" }` of PEP 751. */
const INLINE_SOURCE = /^(?:source|vcs)\s*=\s*\{(?<fields>.*)\}/;
const FOLDER = /\b(?:editable|virtual|directory)\s*=\s*"(?<folder>[^"]*)"/;
const COMMIT_ID = /^commit-id\s*=\s*"(?<commit>[^"]*)"|\bcommit-id\s*=\s*"(?<inline>[^"]*)"/;

/** uv, Poetry, PDM and PEP 751 have a table `[[package]]` or `[[packages]]` for each version of a package. */
function readTomlLock(text: string): LockFacts {
  const entries = new LockEntries();
  let entry: ReturnType<LockEntries["add"]>;
  let isPackage = false;
  let isHeader = false;
  eachLine(text, (line, number) => {
    const first = line.charCodeAt(0);
    if (first === BRACKET) {
      if (/^\[(?:metadata|manifest)\]/.test(line)) entries.recognize();
      isHeader = line.startsWith("[[package]]") || line.startsWith("[[packages]]");
      isPackage = isHeader || (isPackage && /^\[{1,2}packages?\./.test(line));
      if (isHeader) entry = undefined;
      return;
    }
    if (first < LOWER_A || first > LOWER_Z) return;
    if (/^(?:lock-)?version\s*=/.test(line)) entries.recognize();
    if (!isPackage) return;
    const { key, value = "" } = STRING.exec(line)?.groups ?? {};
    if (key === "name" && isHeader) entry = entries.add(normalizeName(value), null, number);
    else if (!entry) return;
    else if (key === "version" && isHeader) entry[1] = value;
    else if (key === "revision" || key === "resolved_reference") entry[1] = value;
    else {
      const fields = INLINE_SOURCE.exec(line)?.groups?.["fields"] ?? "";
      const folder = FOLDER.exec(fields)?.groups?.["folder"];
      if (folder !== undefined) entries.add(folderKey(folder), entry[1], entry[2]);
      const id = COMMIT_ID.exec(line)?.groups;
      const commit = id?.["commit"] ?? id?.["inline"] ?? commitIn(fields);
      if (commit !== undefined) entry[1] = commit;
    }
  });
  return entries.facts();
}

const [BRACKET, LOWER_A, LOWER_Z] = [91, 97, 122];

/** Pipenv has a map of packages for each category. */
function readPipfileLock(text: string): LockFacts {
  const entries = new LockEntries();
  let entry: ReturnType<LockEntries["add"]>;
  let isMeta = false;
  eachMember(text, ({ depth, key, value, line }) => {
    if (depth === 1) {
      entries.recognize();
      isMeta = key === "_meta";
    } else if (isMeta) return;
    else if (depth === 2) entry = value === "{" ? entries.add(normalizeName(key), null, line) : undefined;
    else if (depth === 3 && entry) {
      if (key === "version") entry[1] ??= (unquoted(value) ?? "").replace(/^==/, "") || null;
      if (key === "ref") entry[1] = unquoted(value) ?? null;
    }
  });
  return entries.facts();
}
