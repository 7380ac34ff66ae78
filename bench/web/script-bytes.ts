import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const DIST = fileURLToPath(new URL("../dist/", import.meta.resolve("@knockon/web/build")));

/** Of the built application's scripts, as the build compressed them by gzip. */
export async function scriptBytes(paths: Iterable<string>): Promise<number> {
  const files = await Promise.all([...paths].map((path) => stat(`${DIST}${path}.gz`)));
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** What the page itself asks for, with all that it imports, before anything can be shown. */
export async function initialScripts(): Promise<string[]> {
  const page = await readFile(`${DIST}index.html`, "utf8");
  return [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/gu)].map(([, path = ""]) => path);
}
