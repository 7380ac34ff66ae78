import { hash } from "node:crypto";
import type { TreeEntry } from "../../ecosystem.ts";
import type { FileContent, Snapshot } from "../../snapshot.ts";

export interface MemorySnapshot extends Snapshot {
  /** The paths delivered so far, over all attempts. */
  delivered: string[];
}

/** Creates a snapshot of these regular files, given as text or as the content that a source reports. */
export function memorySnapshot(
  files: Record<string, FileContent | { text: string }>,
  others: readonly TreeEntry[] = [],
): MemorySnapshot {
  const delivered: string[] = [];
  const contentOf = ({ path }: TreeEntry): FileContent => {
    const file = files[path] ?? "missing";
    return typeof file === "object" && "text" in file ? new TextEncoder().encode(file.text) : file;
  };
  const regular = Object.entries(files).map(([path, file]) => ({
    path,
    mode: "100644",
    oid: hash("sha1", typeof file === "object" && "text" in file ? file.text : file),
  }));
  return {
    delivered,
    tree: async () => [...regular, ...others],
    files: async (wanted, onFile) => {
      for (const entry of wanted) {
        delivered.push(entry.path);
        await onFile(entry, contentOf(entry));
      }
    },
  };
}
