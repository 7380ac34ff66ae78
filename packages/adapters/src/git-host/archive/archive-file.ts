import { randomUUID } from "node:crypto";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { RepositoryTooLargeError } from "@knockon/core/ports/git-host";

const MIB = 1024 * 1024;
/** A Lambda has 512 MiB of temporary storage, unless it is given more. */
const DEFAULT_LIMIT_MIB = 448;

/** Returns the largest archive in MiB. */
export function archiveLimit(env: NodeJS.ProcessEnv = process.env): number {
  const limit = Number(env["ARCHIVE_LIMIT_MIB"] || DEFAULT_LIMIT_MIB);
  if (!Number.isInteger(limit) || limit < 1)
    throw new Error("ARCHIVE_LIMIT_MIB must be a whole number of MiB.");
  return limit;
}

/** A downloaded archive. It is never unpacked to disk. */
export interface ArchiveFile {
  size: number;
  /** Reads from the beginning. Can be called repeatedly. */
  read(): Readable;
  close(): Promise<void>;
}

/**
 * Stores an archive in a temporary file before it is parsed, so that slow parsing does not stall the download. The file is
 * unlinked immediately, so that it is deleted when the process ends. Throws RepositoryTooLargeError if the archive is
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
  const limit = archiveLimit();
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit * MIB)
      throw new RepositoryTooLargeError(
        `Its archive is larger than ${limit} MiB. The operator can raise this limit: ARCHIVE_LIMIT_MIB.`,
      );
    await file.write(chunk);
  }
  return size;
}
