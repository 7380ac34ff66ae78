import { build, type BuildOptions, type Plugin } from "esbuild";
import { layOut, type Bundle } from "./lay-out.ts";
import { pureDeclarations } from "./pure-declarations.ts";
import { workerThreads } from "./worker-threads.ts";

/** Names stay: the stack traces of a function's log name what the source names. */
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
 * Bundles all functions in one run, in which each source is parsed once, and leaves `<outFolder>/<name>/index.mjs` with
 * all that it reaches and nothing else: chunks that functions share would each have to be opened and linked.
 */
export async function buildFunctions(options: FunctionsBuild): Promise<Map<string, Bundle>> {
  const { entryPoints, plugins = [], outFolder } = options;
  const result = await build({
    ...OPTIONS,
    entryPoints,
    plugins: [...plugins, pureDeclarations(), workerThreads(OPTIONS)],
    outdir: outFolder,
    // Beside the function, also when both move.
    assetNames: "[name]-[hash]",
    metafile: true,
    write: false,
  });
  return layOut(result, Object.keys(entryPoints), outFolder);
}
