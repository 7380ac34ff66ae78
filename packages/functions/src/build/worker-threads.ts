import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { BuildOptions, Plugin } from "esbuild";

const OPENS_THREAD = /new Worker\(new URL\("(?<module>\.[^"]+)\.ts", import\.meta\.url\)/u;
const SCHEME = "thread:";

/**
 * Bundles the module that a `new Worker(new URL("./x.ts", import.meta.url)` names, and points the URL at the bundle.
 * esbuild itself leaves such a URL alone: in the cloud it would name a file that is not there.
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

/** On the first line, so that no line of the source moves. */
const importThread = (source: string, module: string): string =>
  `import threadFile from "${SCHEME}${module}"; ` +
  source.replace(OPENS_THREAD, "new Worker(new URL(threadFile, import.meta.url)");
