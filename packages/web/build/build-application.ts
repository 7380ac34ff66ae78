import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const WEB = join(import.meta.dirname, "..");
const DIST = join(WEB, "dist");
/** File in the output folder that stores the hash of the sources. */
const MARK = ".built-from";

/** Builds the application unless the existing build is current. A failed build leaves the existing one in place. */
export async function buildApplication(say: (line: string) => void): Promise<void> {
  const hash = await sourceHash();
  if (await isBuiltFrom(hash)) return;
  const begun = performance.now();
  say("Building the application …");
  // Imported here because most starts build nothing.
  const { build } = await import("vite");
  const outDir = join(WEB, `dist.${randomUUID()}`);
  const environment = process.env["NODE_ENV"];
  // Vite would otherwise take over the test environment and bundle React's development build.
  process.env["NODE_ENV"] = "production";
  try {
    await build({
      configFile: join(WEB, "vite.config.ts"),
      logLevel: "warn",
      build: { outDir, emptyOutDir: true },
    });
    await compressFiles(outDir);
    await writeFile(join(outDir, MARK), hash);
    // A concurrent build may have finished first, and its output may already be in use.
    if (await isBuiltFrom(hash)) return;
    await rm(DIST, { recursive: true, force: true });
    await rename(outDir, DIST);
  } catch (error) {
    // A concurrent build of the same sources succeeded.
    if (!(await isBuiltFrom(hash))) throw error;
  } finally {
    if (environment === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = environment;
    await rm(outDir, { recursive: true, force: true });
  }
  say(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
}

const isBuiltFrom = async (hash: string): Promise<boolean> =>
  (await readFile(join(DIST, MARK), "utf8").catch(() => "")) === hash;

const ROOT = join(import.meta.dirname, "../../..");
/** Inputs of the build. */
const SOURCES = ["packages/web", "packages/contract/src", "package-lock.json"];
const IGNORED = /(?:^|\/)(?:dist|node_modules)(?:[./]|$)|\.test\.tsx?$/u;

/** Hashes all inputs of the build. */
async function sourceHash(): Promise<string> {
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

/** Extensions of compressible files. Fonts are already compressed. */
const TEXTS: ReadonlySet<string> = new Set([".css", ".html", ".js", ".svg"]);
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Writes `.br` and `.gz` next to every compressible file, so that the server does not compress. */
async function compressFiles(folder: string): Promise<void> {
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
