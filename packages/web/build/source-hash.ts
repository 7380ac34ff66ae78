import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");
/** All that the built application depends on. */
const SOURCES = ["packages/web", "packages/contract/src", "package-lock.json"];
const IGNORED = /(?:^|\/)(?:dist|node_modules)(?:[./]|$)|\.test\.tsx?$/u;

/** The same as long as the build would write the same. */
export async function sourceHash(): Promise<string> {
  const hash = createHash("sha256");
  for (const path of await listSources()) hash.update(`${path}\0`).update(await readFile(join(ROOT, path)));
  return hash.digest("hex");
}

async function listSources(): Promise<string[]> {
  const lists = await Promise.all(
    SOURCES.map(async (source) => {
      if (source.endsWith(".json")) return [source];
      const entries = await readdir(join(ROOT, source), { withFileTypes: true, recursive: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
        .filter((path) => !IGNORED.test(path));
    }),
  );
  return lists.flat().toSorted();
}
