import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";

/** Fits into the 512 MiB that a Lambda has for files, with what else may lie there. */
const MAX_BYTES = 448 * 1024 * 1024;

/** A downloaded archive, as the host sent it: nothing of it is ever unpacked to disk. */
export interface ArchiveFile {
  size: number;
  /** From the beginning, as often as one likes. */
  read(): Readable;
  close(): Promise<void>;
}

/**
 * Takes an archive off the wire as fast as it comes: a host does not wait for our parsers, and one that breaks off is
 * found out before anything is extracted. The file loses its name at once, so that it ends with this process at the
 * latest, however that ends. Throws RepositoryUnreadableError for one that is too large, else what `body` throws.
 */
export async function storeArchive(body: AsyncIterable<Uint8Array>): Promise<ArchiveFile> {
  const path = join(tmpdir(), `knockon-${randomUUID()}.tar.gz`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    const size = await write(file, body);
    return {
      size,
      read: () => file.createReadStream({ start: 0, autoClose: false }),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function write(file: FileHandle, body: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new RepositoryUnreadableError("Its archive is larger than 448 MiB.");
    await file.write(chunk);
  }
  return size;
}
