import { join } from "node:path";
import { build } from "esbuild";
import { PLATFORM, ROOT } from "./platform.ts";

interface App {
  name: string;
  removal: string;
  protect: boolean;
}

/** SST's runtime and our configuration. `run` evaluates the program as `sst deploy` does. */
export interface Program {
  run(program: () => Promise<unknown>): Promise<unknown>;
  loadConfig(): Promise<{
    default: { app(input: { stage: string }): Promise<App>; run(): Promise<unknown> };
  }>;
}

/** SST bundles its sources with the configuration, which uses `sst` and `$util` as globals. */
const ENTRY = `
  import * as globals from "${PLATFORM}/src/shim/run.js";
  import * as sst from "${PLATFORM}/src/components";
  import * as aws from "@pulumi/aws";
  Object.assign(globalThis, globals, { sst, aws });
  export { run } from "${PLATFORM}/src/auto/run.ts";
  export const loadConfig = () => import("${ROOT}/sst.config.ts");
`;

const COMMONJS = `
  import { createRequire as nodeRequire } from "node:module";
  const require = nodeRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;
`;

/** Pulumi is not bundled: the mocks are set on the copy that SST and the configuration share. */
const EXTERNAL = [
  "@pulumi/*",
  "@pulumiverse/*",
  "@aws-sdk/*",
  "undici",
  "esbuild",
  "archiver",
  "glob",
  "vite",
];

/** Writes the program as one module, whose path it returns. It exports a `Program`. */
export async function bundleProgram(): Promise<string> {
  const outfile = join(PLATFORM, "check-program.mjs");
  await build({
    stdin: { contents: ENTRY, resolveDir: ROOT, loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    nodePaths: [join(PLATFORM, "node_modules")],
    external: EXTERNAL,
    banner: { js: COMMONJS },
    logLevel: "error",
  });
  return outfile;
}
