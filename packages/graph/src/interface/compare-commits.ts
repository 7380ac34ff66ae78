import type { ExtractionResult, TreeEntry } from "@knockon/extract/ecosystem";
import type { ArtifactInterface } from "@knockon/extract/interface";
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

/** Templates are files of any content. One that no longer looks like a template is still included. */
const IS_ANY_FILE = /^azure_pipelines_template:/;

/**
 * Returns how the interfaces of a repository change between two commits. `changedPaths` are the paths that differ, `paths` those
 * that the head has.
 */
export function compareInterfaces(
  before: Extracted,
  after: Extracted,
  changedPaths: ReadonlySet<string>,
  paths: ReadonlySet<string>,
): ComparedInterfaces {
  const old = before.interfaces ?? [];
  const definitions = new Set(old.flatMap((one) => [one.file, ...one.members.map(({ file }) => file)]));
  const unreadable = after.problems.flatMap(({ file, code, message }) =>
    file !== null && changedPaths.has(file) && (definitions.has(file) || UNREAD.has(code))
      ? [{ file, message }]
      : [],
  );
  const broken = new Set(unreadable.map(({ file }) => file));
  const isKept = ({ scope, file }: ArtifactInterface): boolean =>
    broken.has(file) || (IS_ANY_FILE.test(scope) && paths.has(file));
  const interfaces = diffInterfaces(old, after.interfaces ?? []).filter(
    ({ before: removed, after: kept }) => kept || !removed || !isKept(removed),
  );
  return { interfaces, unreadable };
}
