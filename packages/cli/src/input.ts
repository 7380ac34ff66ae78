import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { buffer, text } from "node:stream/consumers";
import { UsageError } from "./arguments.ts";

/** Reads a file, or standard input for `-`. */
export const readInput = (path: string): Promise<string> =>
  path === "-" ? text(process.stdin) : readFile(path, "utf8").catch((error: unknown) => explain(path, error));

/** Reads the bytes of a file, or of standard input for `-`. Large files are read faster at once than in parts. */
export async function readBytes(path: string): Promise<Buffer> {
  if (path === "-") return await buffer(process.stdin);
  try {
    return readFileSync(path);
  } catch (error) {
    return explain(path, error);
  }
}

/** Node's own message for a folder has no path. */
function explain(path: string, error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === "EISDIR")
    throw new UsageError(`"${path}" is a folder, not a file.`);
  throw error;
}
