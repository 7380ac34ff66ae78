import { posix } from "node:path";
import type { Declaration, Facts, Lock, TreeEntry } from "../../ecosystem.ts";
import type { LocalCall } from "./local-modules.ts";
import { PUBLIC_REGISTRY } from "./source.ts";

/** OpenTofu's default registry. */
const OPENTOFU_REGISTRY = "registry.opentofu.org";
const LOCK_NAME = ".terraform.lock.hcl";

export const isLockFile = (path: string): boolean => path === LOCK_NAME || path.endsWith(`/${LOCK_NAME}`);

/** The version and line of each provider, by its canonical name. */
export type LockFacts = Record<string, [version: string, line: number]>;

const PROVIDER = /^provider[ \t]+"(?<name>[^"]{1,500})"[ \t]*\{/;
const VERSION = /^[ \t]+version[ \t]*=[ \t]*"(?<version>[^"]{1,200})"/;
const MAX_PROVIDERS = 20_000;

/** Reads a `.terraform.lock.hcl`, which Terraform always formats the same way. */
export function readLock(text: string): LockFacts {
  const providers: LockFacts = Object.create(null) as LockFacts;
  let count = 0;
  let open: { name: string; line: number } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const name = PROVIDER.exec(line)?.groups?.["name"];
    if (name !== undefined) open = { name: name.toLowerCase(), line: index + 1 };
    const version = open && VERSION.exec(line)?.groups?.["version"];
    if (!open || version === undefined || count === MAX_PROVIDERS) continue;
    providers[open.name] = [version, open.line];
    count += 1;
    open = undefined;
  }
  return providers;
}

/** Bounds chains of modules that call each other. */
const MAX_CALLERS = 20;
const EXACT = /^=?\s*v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/;

/**
 * Returns the lock of a provider: that of its folder, or, for a local module, that of the folders that call it, if all of
 * them have one. A version that is exact is not locked.
 */
export function providerLocks(
  files: readonly Facts<{ lock: LockFacts | null }>[],
  tree: readonly TreeEntry[],
  calls: readonly LocalCall[],
): (declaration: Declaration) => Lock | null {
  const read = new Map(files.flatMap(({ path, facts }) => (facts.lock ? [[path, facts.lock] as const] : [])));
  const locked = new Set(tree.map(({ path }) => path).filter(isLockFile));
  const callers = Map.groupBy(calls, ({ to }) => to);
  const known = new Map<string, string | undefined>();
  const find = (folder: string, depth = 0): string | undefined => {
    if (known.has(folder) || depth === MAX_CALLERS) return known.get(folder);
    known.set(folder, undefined);
    const own = posix.join(folder, LOCK_NAME);
    const outer = (callers.get(folder) ?? []).map(({ from }) => find(from, depth + 1));
    const found = locked.has(own) ? own : outer.includes(undefined) ? undefined : outer[0];
    known.set(folder, found);
    return found;
  };
  return ({ artifact, dependencyType, sourceFile, versionConstraint }) => {
    if (dependencyType !== "terraform_provider" || EXACT.test(versionConstraint ?? "")) return null;
    const file = find(posix.dirname(sourceFile));
    if (file === undefined) return null;
    const lock = read.get(file);
    if (!lock) return { version: null, file, line: null };
    const [version, line] =
      lock[artifact] ?? lock[artifact.replace(PUBLIC_REGISTRY, OPENTOFU_REGISTRY)] ?? [];
    return version === undefined || line === undefined ? null : { version, file, line };
  };
}
