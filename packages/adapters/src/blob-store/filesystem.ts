import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { BlobStore, StoredBlob } from "@knockon/core/ports/blob-store";

/** Stores blobs as files. Writes are atomic. */
export function filesystemBlobStore(folder: string): BlobStore {
  return {
    async put(key, bytes) {
      const path = join(folder, key);
      const partial = `${path}.${randomUUID()}.partial`;
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(partial, bytes);
        await rename(partial, path);
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
