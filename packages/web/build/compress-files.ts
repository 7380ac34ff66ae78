import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Fonts are compressed as they are. */
const TEXTS: ReadonlySet<string> = new Set([".css", ".html", ".js", ".svg"]);
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes `.br` and `.gz` beside every text, so that serving costs no compression. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const texts = entries.filter((entry) => entry.isFile() && TEXTS.has(extname(entry.name)));
  await Promise.all(texts.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(path: string): Promise<void> {
  const text = await readFile(path);
  await Promise.all([
    writeFile(`${path}.br`, await brotli(text, QUALITY)),
    writeFile(`${path}.gz`, await deflate(text, { level: 9 })),
  ]);
}
