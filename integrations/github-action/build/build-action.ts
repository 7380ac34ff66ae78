import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundle } from "@knockon/cli/build/bundle";
import { renderThirdParty } from "@knockon/cli/build/third-party";

const ACTION = join(import.meta.dirname, "..");

/** Builds the action as users check it out: `action.yml` with its code in `lib`. */
export async function buildAction(outFolder: string): Promise<void> {
  await rm(outFolder, { recursive: true, force: true });
  await mkdir(outFolder, { recursive: true });
  const sources = await bundle({
    entryPoints: { "lib/main": join(ACTION, "src/main.ts") },
    outFolder,
    // The runtime in action.yml.
    minNode: 24,
    format: "esm",
  });
  await writeFile(join(outFolder, "package.json"), `${JSON.stringify({ type: "module" })}\n`);
  await writeFile(join(outFolder, "THIRD-PARTY.md"), await renderThirdParty(sources));
  for (const file of ["action.yml", "README.md"]) await copyFile(join(ACTION, file), join(outFolder, file));
}
