import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { BlobStore, StoredBlob } from "@knockon/core/ports/blob-store";

/** Blobs describe private repositories, so other accounts of the machine may not read them. */
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** Stores blobs as files. A blob is on the disk, complete, before it gets its name. */
export function filesystemBlobStore(folder: string): BlobStore {
  let closing: Promise<void> | undefined;
  return {
    async put(key, bytes) {
      const path = join(folder, key);
      const partial = `${path}.${randomUUID()}.partial`;
      await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
      // Earlier releases created the folder for all accounts.
      await (closing ??= chmod(folder, PRIVATE_FOLDER));
      try {
        await writeFile(partial, bytes, { mode: PRIVATE_FILE, flush: true });
        await rename(partial, path);
        await flushFolder(dirname(path));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },
    async get(key) {
      try {
        return new Uint8Array(await readFile(join(folder, key)));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async *list(prefix) {
      for (const path of await filesBelow(join(folder, prefix))) {
        const blob = await describe(path, relative(folder, path));
        if (blob) yield blob;
      }
    },
    async delete(key) {
      await rm(join(folder, key), { force: true });
    },
  };
}

/** Writes the names of a folder to the disk. Otherwise, a power failure can undo the renaming. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Returns undefined if the file was deleted in the meantime. */
async function describe(path: string, key: string): Promise<StoredBlob | undefined> {
  try {
    return { key, storedAt: (await stat(path)).mtime };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";
