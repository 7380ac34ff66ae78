import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { buffer, text } from "node:stream/consumers";

/** Reads a file, or standard input for `-`. */
export const readInput = (path: string): Promise<string> =>
  path === "-" ? text(process.stdin) : readFile(path, "utf8");

/** Reads the bytes of a file, or of standard input for `-`. Large files are read faster at once than in parts. */
export const readBytes = async (path: string): Promise<Buffer> =>
  path === "-" ? await buffer(process.stdin) : readFileSync(path);
