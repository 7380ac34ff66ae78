import { build, type BuildOptions, type Plugin } from "esbuild";
import { layOut } from "./lay-out.ts";
import { workerThreads } from "./worker-threads.ts";

/** Not minified: the stack traces of a function's log name what the source names. */
const OPTIONS: BuildOptions = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node24",
  mainFields: ["module", "main"],
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
  // Bundled CommonJS calls `require` for Node's own modules.
  banner: {
    js: `import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url);`,
  },
};

export interface FunctionsBuild {
  /** The module that exports `handler`, by the function's name. */
  entryPoints: Record<string, string>;
  plugins?: Plugin[];
  outFolder: string;
}

/**
 * Bundles all functions in one run, so that what they share is made once, and leaves `<outFolder>/<name>/index.mjs`
 * with the chunks it reaches and no others. Returns each function's size in bytes.
 */
export async function buildFunctions(options: FunctionsBuild): Promise<Map<string, number>> {
  const { entryPoints, plugins = [], outFolder } = options;
  const result = await build({
    ...OPTIONS,
    entryPoints,
    plugins: [...plugins, workerThreads(OPTIONS)],
    outdir: outFolder,
    // All in one folder: a file keeps its neighbours when it moves.
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    splitting: true,
    metafile: true,
    write: false,
  });
  return layOut(result, Object.keys(entryPoints), outFolder);
}
