import type { TreeEntry } from "@knockon/extract/ecosystem";
import { MAX_FILE_BYTES } from "@knockon/extract/skip";
import type { FileContent, Snapshot } from "@knockon/extract/snapshot";
import { listAbsentObjects } from "./absent-objects.ts";
import { getGitOutput } from "./git.ts";
import { openObjectReader, type ObjectReader } from "./object-reader.ts";

/** How many files are asked for together: enough that git and we never wait for each other's turn. */
const BATCH_SIZE = 256;

type OnFile = (entry: TreeEntry, content: FileContent) => void | Promise<void>;

/**
 * One commit read from the object store, never from the work tree. Nothing is fetched: an object that is not there
 * is `missing`. Both methods throw RepositoryUnreadableError if the repository is damaged.
 */
export function openSnapshot(gitDir: string, commitSha: string): Snapshot {
  return {
    async tree() {
      const listing = await getGitOutput(gitDir, ["ls-tree", "-r", "-z", "--full-tree", commitSha]);
      return listing.split("\0").slice(0, -1).map(parseTreeEntry);
    },
    async files(wanted, onFile) {
      const absent = await listAbsentObjects(gitDir, commitSha);
      const present: TreeEntry[] = [];
      for (const entry of wanted) {
        if (absent.has(entry.oid)) await onFile(entry, "missing");
        else present.push(entry);
      }
      const objects = openObjectReader(gitDir);
      try {
        await deliver(objects, present, onFile);
      } finally {
        objects.close();
      }
    },
  };
}

/** `<mode> <type> <oid>\t<path>` */
function parseTreeEntry(line: string): TreeEntry {
  const tab = line.indexOf("\t");
  const [mode = "", , oid = ""] = line.slice(0, tab).split(" ");
  return { path: line.slice(tab + 1), mode, oid };
}

/** The sizes of the next batch are asked for together with the contents of this one: git is never idle. */
async function deliver(objects: ObjectReader, entries: readonly TreeEntry[], onFile: OnFile): Promise<void> {
  const batches = Array.from({ length: Math.ceil(entries.length / BATCH_SIZE) }, (_, index) =>
    entries.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
  objects.ask("info", oids(batches[0]));
  objects.flush();
  for (const [index, batch] of batches.entries()) {
    const readable = await sift(objects, batch, onFile);
    objects.ask("contents", oids(readable));
    objects.ask("info", oids(batches[index + 1]));
    objects.flush();
    for (const entry of readable) await onFile(entry, await objects.content());
  }
}

/** Takes the sizes, and reports what is not to be read. */
async function sift(
  objects: ObjectReader,
  batch: readonly TreeEntry[],
  onFile: OnFile,
): Promise<TreeEntry[]> {
  const readable: TreeEntry[] = [];
  for (const entry of batch) {
    const size = await objects.size();
    if (size === undefined) await onFile(entry, "missing");
    else if (size > MAX_FILE_BYTES) await onFile(entry, "too_large");
    else readable.push(entry);
  }
  return readable;
}

const oids = (entries: readonly TreeEntry[] = []): string[] => entries.map((entry) => entry.oid);
