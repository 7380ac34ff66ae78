import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns the commit of a branch from its ref file or `packed-refs`. Undefined if it is not there or Git is needed to
 * resolve it.
 */
export async function findCommitInFiles(gitDir: string, branch: string): Promise<string | undefined> {
  if (branch.includes("..")) return undefined;
  const ref = `refs/heads/${branch}`;
  const loose = await readText(join(gitDir, ref));
  if (loose !== "") return /^[\da-f]{40,64}(?=\n$)/.exec(loose)?.[0];
  const packed = await readText(join(gitDir, "packed-refs"));
  const end = packed.indexOf(` ${ref}\n`);
  const line = end === -1 ? "" : packed.slice(packed.lastIndexOf("\n", end) + 1, end);
  return /^[\da-f]{40,64}$/.exec(line)?.[0];
}

const readText = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");
