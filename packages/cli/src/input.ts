import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";

/** Reads a file, or standard input for `-`. */
export const readInput = (path: string): Promise<string> =>
  path === "-" ? text(process.stdin) : readFile(path, "utf8");
