import { posix } from "node:path";
import type { Facts, Lock, TreeEntry } from "../../ecosystem.ts";
import type { ChartUse, HelmFacts } from "./read.ts";

/** A chart in a Chart.lock, requirements.lock or helmfile.lock. */
export interface LockEntry {
  name: string;
  repository: string;
  version: string;
  line: number;
}

const LOCK_NAME = /(?:^|\/)(?:(?:Chart|requirements)|helmfile(?:[-_.][\w.-]*)?)\.lock$/;

/** Python has a `requirements.lock` as well. */
export const isLockFile = ({ path, text }: { path: string; text: string }): boolean =>
  LOCK_NAME.test(path) && /^dependencies:/m.test(text);

const FIELD = /^[ \t]*(?<item>-[ \t]+)?(?<key>name|repository|version):[ \t]+(?<value>\S{1,500})[ \t]*\r?$/;
const MAX_ENTRIES = 20_000;

/** Reads the entries of a lock, which Helm always formats the same way. */
export function readLock(text: string): LockEntry[] {
  const entries: LockEntry[] = [];
  let isList = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (/^\w/.test(line)) isList = line.startsWith("dependencies:");
    const { item, key, value = "" } = FIELD.exec(line)?.groups ?? {};
    if (!isList || key === undefined) continue;
    if (item !== undefined) {
      if (entries.length === MAX_ENTRIES) break;
      entries.push({ name: "", repository: "", version: "", line: index + 1 });
    }
    const entry = entries.at(-1);
    if (entry) entry[key as "name" | "repository" | "version"] = value.replace(/^(["'])(.*)\1$/, "$2");
  }
  return entries.filter(({ name, version }) => name !== "" && version !== "");
}

const EXACT = /^=?v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/** Returns the lock of a chart that a Chart.yaml, requirements.yaml or helmfile uses. An exact version is not locked. */
export function chartLocks(
  files: readonly Facts<HelmFacts>[],
  tree: readonly TreeEntry[],
): (path: string, use: ChartUse) => Lock | null {
  const read = new Map(files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])));
  const locked = new Set(tree.map(({ path }) => path).filter((path) => LOCK_NAME.test(path)));
  return (path, use) => {
    if (EXACT.test(use.version ?? "")) return null;
    const file = lockPath(path);
    if (!locked.has(file)) return null;
    const entries = read.get(file);
    if (!entries) return { version: null, file, line: null };
    const name = use.repository === null ? posix.basename(use.name) : use.name;
    const named = entries.filter((entry) => entry.name === name);
    const found = named.find(({ repository }) => repository === use.repository) ?? named[0];
    return found ? { version: found.version, file, line: found.line } : null;
  };
}

const lockPath = (path: string): string =>
  posix.join(posix.dirname(path), `${posix.basename(path).replace(/(?:\.ya?ml)(?:\.gotmpl)?$/, "")}.lock`);
