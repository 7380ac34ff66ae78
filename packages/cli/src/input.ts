import { open, readFile, type FileHandle } from "node:fs/promises";
import { buffer, text } from "node:stream/consumers";
import { UsageError } from "./arguments.ts";

/** Reads a file, or standard input for `-`. */
export const readInput = (path: string): Promise<string> =>
  path === "-" ? text(process.stdin) : readFile(path, "utf8").catch((error: unknown) => explain(path, error));

/** Reads the bytes of a file, or of standard input for `-`. Large files are read faster at once than in parts. */
export async function readBytes(path: string): Promise<Buffer> {
  if (path === "-") return await buffer(process.stdin);
  try {
    const file = await open(path);
    try {
      const stats = await file.stat();
      return stats.isFile() ? await readAtOnce(file, stats.size) : await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    return explain(path, error);
  }
}

/** Reads a file of a known size, in a thread. */
async function readAtOnce(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (let read = 1; read > 0 && at < size; at += read) {
    read = (await file.read(bytes, at, size - at)).bytesRead;
  }
  return bytes.subarray(0, at);
}

/** Node's own message for a folder has no path. */
function explain(path: string, error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === "EISDIR")
    throw new UsageError(`"${path}" is a folder, not a file.`);
  throw error;
}
