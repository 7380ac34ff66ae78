import type { ExtractionResult, TreeEntry } from "@knockon/extract/ecosystem";
import { diffInterfaces, type InterfaceChange } from "./diff-interfaces.ts";

/** Returns the paths of files that were added, removed or modified, sorted. */
export function comparePaths(before: readonly TreeEntry[], after: readonly TreeEntry[]): string[] {
  const key = ({ path, mode, oid }: TreeEntry): string => `${mode} ${oid} ${path}`;
  const [old, current] = [new Set(before.map(key)), new Set(after.map(key))];
  const changed = [
    ...before.filter((entry) => !current.has(key(entry))),
    ...after.filter((entry) => !old.has(key(entry))),
  ];
  return [...new Set(changed.map(({ path }) => path))].toSorted();
}

/** Files with these problems are left out of both commits, so their definitions are unknown. */
const UNREAD: ReadonlySet<string> = new Set(["timeout", "out_of_memory"]);

type Extracted = Pick<ExtractionResult, "interfaces" | "problems">;

export interface ComparedInterfaces {
  interfaces: InterfaceChange[];
  /** Changed files that define interfaces, but can't be read at the head, with the reason. */
  unreadable: { file: string; message: string }[];
}

/** Returns how the interfaces of a repository change between two commits. */
export function compareInterfaces(
  before: Extracted,
  after: Extracted,
  changedPaths: ReadonlySet<string>,
): ComparedInterfaces {
  const old = before.interfaces ?? [];
  const definitions = new Set(old.flatMap((one) => [one.file, ...one.members.map(({ file }) => file)]));
  const unreadable = after.problems.flatMap(({ file, code, message }) =>
    file !== null && changedPaths.has(file) && (definitions.has(file) || UNREAD.has(code))
      ? [{ file, message }]
      : [],
  );
  const broken = new Set(unreadable.map(({ file }) => file));
  const interfaces = diffInterfaces(old, after.interfaces ?? []).filter(
    // An artifact in a file that cannot be read is not removed.
    ({ before: removed, after: kept }) => kept || !removed || !broken.has(removed.file),
  );
  return { interfaces, unreadable };
}
