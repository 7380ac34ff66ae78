import { readFile, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

/** Returns the paths of the scripts that a page has loaded. The set keeps growing. */
export function scriptsOf(page: Page): ReadonlySet<string> {
  const paths = new Set<string>();
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") paths.add(new URL(response.url()).pathname);
  });
  return paths;
}

const DIST = fileURLToPath(new URL("../dist/", import.meta.resolve("@knockon/web/build")));

/** Returns the total size of built scripts in bytes, compressed with gzip. */
export async function scriptBytes(paths: Iterable<string>): Promise<number> {
  const files = await Promise.all([...paths].map((path) => stat(`${DIST}${path}.gz`)));
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Returns the scripts that the page loads before it can show anything. */
export async function initialScripts(): Promise<string[]> {
  const page = await readFile(`${DIST}index.html`, "utf8");
  return [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/gu)].map(([, path = ""]) => path);
}
