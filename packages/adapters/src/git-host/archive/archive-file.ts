import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";

/** A Lambda has 512 MiB of temporary storage. */
const MAX_BYTES = 448 * 1024 * 1024;

/** A downloaded archive. It is never unpacked to disk. */
export interface ArchiveFile {
  size: number;
  /** Reads from the beginning. Can be called repeatedly. */
  read(): Readable;
  close(): Promise<void>;
}

/**
 * Stores an archive in a temporary file before it is parsed, so that slow parsing does not stall the download. The file is
 * unlinked immediately, so that it is deleted when the process ends. Throws RepositoryUnreadableError if the archive is
 * too large, and the errors of `body`.
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
