import { resolve } from "node:path";
import type { Metafile } from "esbuild";

/** `…/node_modules/@aws-sdk/client-s3/dist-es/index.js` → `@aws-sdk/client-s3`; of nested ones the innermost. */
const PACKAGE = /.*\/?node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)\//u;

/** The npm packages whose code is in some of a build's files, in order. */
export function packagesIn({ outputs }: Metafile, files: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  for (const [path, { inputs }] of Object.entries(outputs)) {
    if (!files.has(resolve(path))) continue;
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const name = PACKAGE.exec(input)?.groups?.["name"];
      if (name !== undefined && bytesInOutput > 0) names.add(name);
    }
  }
  return [...names].toSorted();
}
