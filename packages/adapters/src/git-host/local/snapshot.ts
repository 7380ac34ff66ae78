import { join } from "node:path";
import type { TreeEntry } from "@knockon/extract/ecosystem";
import { MAX_FILE_BYTES, type FileContent, type Snapshot } from "@knockon/extract/snapshot";
import { commonDir } from "./git-folder.ts";
import { assertNoSpecialFile, getGitOutput } from "./git.ts";
import { openObjectReader, type ObjectReader } from "./object-reader.ts";
import { readRegularFile } from "./regular-file.ts";
import { readTree } from "./tree.ts";

/** Files requested per batch. Large enough to keep Git busy. */
const BATCH_SIZE = 256;

type OnFile = (entry: TreeEntry, content: FileContent) => void | Promise<void>;

type OpenSnapshot = Snapshot & { close(): Promise<void> };

/**
 * Reads one commit from the object store, not the work tree, with one Git process until `close`. Never fetches: absent
 * objects are `missing`. Both methods throw RepositoryUnreadableError if the repository is damaged.
 */
export const openSnapshot = (gitDir: string, commitSha: string): OpenSnapshot =>
  snapshotOf(gitDir, commitSha, shareObjects(gitDir));

/** The objects of a repository. Reads with one Git process until `close`, and never fetches. */
export interface Objects {
  /** Returns the commit that a revision names, or undefined if this takes more than looking it up. */
  findCommit(revision: string): Promise<string | undefined>;
  /** Returns the content of a file, or undefined if it can't be read. */
  findFile(commitSha: string, path: string): Promise<Uint8Array | undefined>;
  /** Reads a commit as `openSnapshot` does. Closing it closes all. */
  snapshot(commitSha: string): OpenSnapshot;
  close(): void;
}

export function openObjects(gitDir: string): Objects {
  const objects = shareObjects(gitDir);
  const orUndefined = <T>(work: (reader: ObjectReader) => Promise<T | undefined>): Promise<T | undefined> =>
    objects.reading(work).catch(() => undefined);
  return {
    async findCommit(revision) {
      // A line feed would end the request.
      if (revision.includes("\n")) return undefined;
      return await orUndefined((reader) => {
        reader.request("info", [`${revision}^{commit}`]);
        reader.flush();
        return reader.commit();
      });
    },
    findFile: (commitSha, path) =>
      orUndefined(async (reader) => {
        const file = [`${commitSha}:${path}`];
        reader.request("info", file);
        reader.flush();
        if ((await reader.size()) === undefined) return undefined;
        reader.request("contents", file);
        reader.flush();
        return await reader.content();
      }),
    snapshot: (commitSha) => snapshotOf(gitDir, commitSha, objects),
    close: () => objects.close(),
  };
}

interface SharedObjects {
  /** Runs work with the process, after all earlier work. */
  reading<T>(work: (reader: ObjectReader) => Promise<T>): Promise<T>;
  close(): void;
}

function shareObjects(gitDir: string): SharedObjects {
  let objects: ObjectReader | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function close(): void {
    objects?.close();
    objects = undefined;
  }

  /** Closes the reader after an error: unread responses would be mistaken for the next ones. */
  async function read<T>(work: (reader: ObjectReader) => Promise<T>): Promise<T> {
    try {
      if (!objects) await assertNoSpecialFile(gitDir);
      return await work((objects ??= openObjectReader(gitDir)));
    } catch (error) {
      close();
      throw error;
    }
  }

  return {
    reading(work) {
      // Responses arrive in the order of requests.
      const result = last.then(() => read(work));
      last = result.catch(() => {});
      return result;
    },
    close,
  };
}

const snapshotOf = (gitDir: string, commitSha: string, { reading, close }: SharedObjects): OpenSnapshot => ({
  tree: () => reading((reader) => readTree(reader, commitSha)),
  async files(wanted, onFile) {
    const absent = await listAbsentObjects(gitDir, commitSha);
    const present: TreeEntry[] = [];
    for (const entry of wanted) {
      if (absent.has(entry.oid)) await onFile(entry, "missing");
      else present.push(entry);
    }
    await reading((reader) => deliver(reader, present, onFile));
  },
  close: async () => close(),
});

/** Requests the sizes of the next batch together with the contents of this one, to keep Git busy. */
async function deliver(objects: ObjectReader, entries: readonly TreeEntry[], onFile: OnFile): Promise<void> {
  const batches = Array.from({ length: Math.ceil(entries.length / BATCH_SIZE) }, (_, index) =>
    entries.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  );
  objects.request("info", oids(batches[0]));
  objects.flush();
  for (const [index, batch] of batches.entries()) {
    const readable = await selectReadable(objects, batch, onFile);
    objects.request("contents", oids(readable));
    objects.request("info", oids(batches[index + 1]));
    objects.flush();
    for (const entry of readable) await onFile(entry, await objects.content());
  }
}

/** Reads the sizes and reports files that will not be read. */
async function selectReadable(
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

/**
 * Returns the objects of a commit that a partial clone omitted. Empty for other repositories. Git aborts on
 * a request for such an object if it may not fetch it, so they are excluded in advance.
 */
async function listAbsentObjects(gitDir: string, commitSha: string): Promise<Set<string>> {
  if (!(await mayBePartialClone(gitDir))) return new Set();
  const options = ["--objects", "--no-object-names", "--missing=print", "--no-walk"];
  const lines = (await getGitOutput(gitDir, ["rev-list", ...options, commitSha, "--"])).split("\n");
  return new Set(lines.filter((line) => line.startsWith("?")).map((line) => line.slice(1)));
}

/** Checks only this file and its includes. A false positive costs one `git rev-list`. */
async function mayBePartialClone(gitDir: string): Promise<boolean> {
  const settings = await readRegularFile(join(await commonDir(gitDir), "config"));
  return /partialclone|promisor|include|worktreeconfig/i.test(settings);
}
