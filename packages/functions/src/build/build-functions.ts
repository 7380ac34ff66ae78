import { build, type BuildOptions, type Plugin } from "esbuild";
import { layOut, type Bundle } from "./lay-out.ts";
import { pureDeclarations } from "./pure-declarations.ts";
import { workerThreads } from "./worker-threads.ts";

/** Identifiers are not minified, so that stack traces show the names of the source. */
const OPTIONS: BuildOptions = {
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node24",
  minifyWhitespace: true,
  minifySyntax: true,
  mainFields: ["module", "main"],
  outExtension: { ".js": ".mjs" },
  logLevel: "warning",
  // Bundled CommonJS calls `require` for built-in modules.
  banner: {
    js: `import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url);`,
  },
};

export interface FunctionsBuild {
  /** Path of the module that exports `handler`, by function name. */
  entryPoints: Record<string, string>;
  plugins?: Plugin[];
  outFolder: string;
}

/**
 * Bundles all functions in one run, so that each source is parsed once. Writes `<outFolder>/<name>/index.mjs` with only
 * what the function reaches. There are no shared chunks, which a container would have to open and link one by one.
 */
export async function buildFunctions(options: FunctionsBuild): Promise<Map<string, Bundle>> {
  const result = await build({ ...optionsFor(options), metafile: true, write: false });
  return layOut(result, Object.keys(options.entryPoints), options.outFolder);
}

/**
 * Bundles all functions as `<outFolder>/<name>.mjs` with shared chunks, which takes a fifth of the time. For tests that load them
 * into one process.
 */
export async function buildFunctionsTogether(options: FunctionsBuild): Promise<void> {
  await build({ ...optionsFor(options), splitting: true });
}

const optionsFor = ({ entryPoints, plugins = [], outFolder }: FunctionsBuild) => ({
  ...OPTIONS,
  entryPoints,
  plugins: [...plugins, pureDeclarations(), workerThreads(OPTIONS)],
  outdir: outFolder,
  // Next to the function, so that both can be moved.
  assetNames: "[name]-[hash]",
});
