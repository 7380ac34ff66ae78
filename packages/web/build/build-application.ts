import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compressFiles } from "./compress-files.ts";
import { sourceHash } from "./source-hash.ts";

const WEB = join(import.meta.dirname, "..");
const DIST = join(WEB, "dist");
/** In the built folder: which sources it was built from. */
const MARK = ".built-from";

/**
 * Builds the application unless what is built is of these very sources. A build that fails or is broken off leaves what
 * was there: the new folder takes the old one's place in the end.
 */
export async function buildApplication(say: (line: string) => void): Promise<void> {
  const hash = await sourceHash();
  if (await isBuiltFrom(hash)) return;
  const begun = performance.now();
  say("Building the application …");
  // Loaded only now: most starts have nothing to build.
  const { build } = await import("vite");
  const outDir = join(WEB, `dist.${randomUUID()}`);
  const environment = process.env["NODE_ENV"];
  // Of a test that builds it, Vite would take it over, and `npm start` would then serve React's development build.
  process.env["NODE_ENV"] = "production";
  try {
    await build({
      configFile: join(WEB, "vite.config.ts"),
      logLevel: "warn",
      build: { outDir, emptyOutDir: true },
    });
    await compressFiles(outDir);
    await writeFile(join(outDir, MARK), hash);
    // Two at once build the same: the first that is done may be served already.
    if (await isBuiltFrom(hash)) return;
    await rm(DIST, { recursive: true, force: true });
    await rename(outDir, DIST);
  } catch (error) {
    // The other's will do.
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
