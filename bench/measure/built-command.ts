import { join } from "node:path";
import { buildPackage } from "../../packages/cli/build/build-package.ts";

/** Builds the npm package below a folder and returns the path of its command: what users run starts faster than the sources. */
export async function buildCommand(folder: string): Promise<string> {
  const target = join(folder, "package");
  await buildPackage(target);
  return join(target, "cli/bin/knockon.js");
}
