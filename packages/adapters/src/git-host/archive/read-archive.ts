import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import type { ArchiveFile } from "./archive-file.ts";

const MAX_ENTRIES = 200_000;
const MAX_BYTES = 2 * 1024 * 1024 * 1024;
/** Source code compresses to about a fifth. Small archives with a higher ratio are harmless. */
const MAX_RATIO = 100;
const RATIO_COUNTS_FROM = 10 * 1024 * 1024;

/** A file or a symlink. */
export interface ArchiveEntry {
  /** Relative to the repository, without the top-level folder of the archive. */
  path: string;
  /** Git's file mode. */
  mode: "100644" | "100755" | "120000";
  size: number;
  /** Must be called before the next entry is requested. */
  read(): Promise<Uint8Array>;
}

/**
 * Yields the entries of a `.tar.gz` in bounded memory. Throws RepositoryUnreadableError if the archive is damaged, too
 * large, or contains paths outside its folder.
 */
export async function* readArchive(archive: ArchiveFile): AsyncGenerator<ArchiveEntry> {
  let entries = 0;
  try {
    const bytes = ReadableStream.from(inflate(archive));
    for await (const { header, body } of bytes.pipeThrough(createTarDecoder({ strict: true }))) {
      entries += 1;
      if (entries > MAX_ENTRIES) throw archiveError("contains more than 200,000 entries");
      const path = pathWithin(header.name);
      const mode = modeOf(header);
      let isRead = false;
      const read = (): Promise<Uint8Array> => {
        isRead = true;
        return bytesOf(body);
      };
      if (path !== "" && mode) yield { path, mode, size: header.size, read };
      if (!isRead) await body.cancel();
    }
  } catch (error) {
    throw unreadable(error);
  }
  if (entries === 0) throw archiveError("is empty");
}

async function bytesOf(body: ParsedTarEntry["body"]): Promise<Uint8Array> {
  try {
    return new Uint8Array(await new Response(body).arrayBuffer());
  } catch (error) {
    throw unreadable(error);
  }
}

const unreadable = (error: unknown): RepositoryUnreadableError =>
  error instanceof RepositoryUnreadableError ? error : archiveError("is damaged");

const archiveError = (reason: string): RepositoryUnreadableError =>
  new RepositoryUnreadableError(`Its archive ${reason}.`);

/** Decompresses the archive and rejects decompression bombs. */
async function* inflate(archive: ArchiveFile): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const inflated = pipeline(archive.read(), createGunzip(), () => {});
  for await (const chunk of inflated as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw archiveError("unpacks to more than 2 GiB");
    if (bytes > RATIO_COUNTS_FROM && bytes > archive.size * MAX_RATIO) {
      throw archiveError(`unpacks to more than ${MAX_RATIO} times its size`);
    }
    yield chunk;
  }
}

/** Git archives contain no hard links or devices. */
function modeOf({ type, mode = 0 }: ParsedTarEntry["header"]): ArchiveEntry["mode"] | undefined {
  if (type === "symlink") return "120000";
  if (type !== "file") return undefined;
  return (mode & 0o100) === 0 ? "100644" : "100755";
}

/** Rejects names that Git does not allow. */
function pathWithin(name: string): string {
  const parts = name.split("/");
  if (name.startsWith("/") || name.includes("\0") || parts.includes("..")) {
    throw archiveError(`contains ${JSON.stringify(name.slice(0, 200))}, which is outside its folder`);
  }
  return parts.slice(1).join("/");
}
