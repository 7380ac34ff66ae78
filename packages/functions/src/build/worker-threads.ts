import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";

const OPENS_THREAD = /new Worker\(new URL\("(?<module>\.[^"]+)\.ts", import\.meta\.url\)/u;
const SCHEME = "thread:";

/**
 * Bundles the module named by `new Worker(new URL("./x.ts", import.meta.url)` and points the URL to the bundle. esbuild
 * does not rewrite such a URL, so in the cloud it would name a missing file.
 */
export const workerThreads = (options: BuildOptions): Plugin => ({
  name: "worker-threads",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const module = OPENS_THREAD.exec(source)?.groups?.["module"];
      return module === undefined ? undefined : { contents: importThread(source, module), loader: "ts" };
    });
    build.onResolve({ filter: /^thread:/ }, ({ path, importer }) => ({
      path: `${resolve(dirname(importer), path.slice(SCHEME.length))}.mjs`,
      namespace: "thread",
    }));
    build.onLoad({ filter: /./, namespace: "thread" }, async ({ path }) => {
      const entryPoint = path.replace(/\.mjs$/u, ".ts");
      const thread = await build.esbuild.build({ ...options, entryPoints: [entryPoint], write: false });
      return { contents: thread.outputFiles[0]?.contents ?? "", loader: "file" };
    });
  },
});

/** Adds the import to the first line, so that line numbers do not change. */
const importThread = (source: string, module: string): string =>
  `import threadFile from "${SCHEME}${module}"; ` +
  source.replace(OPENS_THREAD, "new Worker(new URL(threadFile, import.meta.url)");
