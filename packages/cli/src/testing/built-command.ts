import { join } from "node:path";
import { oncePerRun } from "@knockon/db/testing/once-per-run";
import { bundleCommand } from "../../build/build-package.ts";

/** Builds the command as it is released, once per run. It starts in half the processor time of the sources. Returns its path. */
export const builtCommand = (): Promise<string> =>
  oncePerRun("command-line", async (folder) => {
    const built = join(folder, "built");
    await bundleCommand(built);
    return join(built, "bin/knockon.js");
  });
