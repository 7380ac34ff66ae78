import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "./account.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { errorCode } from "./error-code.ts";
import type { Installation } from "./installation.ts";

const PASSWORD_FILE = "knockon.password";

/**
 * Makes the data folder unless it is there. It is built beside its place and renamed into it, so it exists
 * whole or not at all, and of two first starts one wins.
 */
export async function initialize(
  dataFolder: string,
  installation: Installation,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  if ((await findVersion(dataFolder)) !== undefined) return;
  const workshop = await mkdtemp(`${dataFolder}.new-`);
  try {
    await build(workshop, installation, account, durable);
    await rename(join(workshop, "data"), dataFolder).catch((error: unknown) => {
      if (errorCode(error) !== "ENOTEMPTY" && errorCode(error) !== "EEXIST") throw error;
    });
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** Every local user can reach the port, so even the loopback asks for a password. */
async function build(
  workshop: string,
  { binFolder }: Installation,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const passwordFile = join(workshop, PASSWORD_FILE);
  await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (account) {
    await chown(workshop, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const data = join(workshop, "data");
  const cluster = ["--auth=scram-sha-256", "--locale=C", "--encoding=UTF8", "--username=postgres"];
  const run = ["--no-instructions", ...(durable ? [] : ["--no-sync"])];
  try {
    await promisify(execFile)(
      join(binFolder, "initdb"),
      ["-D", data, `--pwfile=${passwordFile}`, ...cluster, ...run],
      { ...account, cwd: "/", env: { LC_ALL: "C" } },
    );
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(`The embedded Postgres could not make ${dirname(workshop)}.\n${output}`);
  }
  await rename(passwordFile, join(data, PASSWORD_FILE));
}

/** The password of `postgres` in a data folder that we made and this Postgres can run on; throws for any other. */
export async function getPassword(dataFolder: string, { majorVersion }: Installation): Promise<string> {
  const version = await findVersion(dataFolder);
  if (version !== undefined && version !== majorVersion)
    throw new EmbeddedPostgresError(
      `${dataFolder} was made by Postgres ${version}, this is ${majorVersion}. Move it away to start empty, or set DATABASE_URL to a Postgres ${version} that serves it.`,
    );
  const password = await findText(join(dataFolder, PASSWORD_FILE));
  if (version === undefined || password === undefined)
    throw new EmbeddedPostgresError(`${dataFolder} is in the way: it is no database that Knockon made.`);
  return password;
}

async function findVersion(dataFolder: string): Promise<string | undefined> {
  return (await findText(join(dataFolder, "PG_VERSION")))?.trim();
}

async function findText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
