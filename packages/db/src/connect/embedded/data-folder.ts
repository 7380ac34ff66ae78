import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Account } from "./account.ts";
import { EmbeddedPostgresError, errorCode } from "./embedded-postgres-error.ts";
import type { Installation } from "./installation.ts";

const PASSWORD_FILE = "knockon.password";

/**
 * Creates the data folder if it is absent. It is built next to its place and renamed, so it is never incomplete, and one
 * of two concurrent first starts wins.
 */
export async function initialize(
  dataFolder: string,
  installation: Installation,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  if ((await findVersion(dataFolder)) !== undefined) return;
  const unfinished = await mkdtemp(`${dataFolder}.new-`);
  try {
    await build(unfinished, installation, account, durable);
    await rename(join(unfinished, "data"), dataFolder).catch((error: unknown) => {
      if (errorCode(error) !== "ENOTEMPTY" && errorCode(error) !== "EEXIST") throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Every local user can reach the port, so even connections over the loopback need a password. */
async function build(
  unfinished: string,
  { binFolder }: Installation,
  account: Account | undefined,
  durable: boolean,
): Promise<void> {
  const passwordFile = join(unfinished, PASSWORD_FILE);
  await writeFile(passwordFile, randomBytes(24).toString("base64url"), { mode: 0o600 });
  if (account) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const data = join(unfinished, "data");
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
    throw new EmbeddedPostgresError(
      `The embedded Postgres could not create ${dirname(unfinished)}.\n${output}`,
    );
  }
  await rename(passwordFile, join(data, PASSWORD_FILE));
}

/** Returns the password of `postgres`. Throws for a data folder of another program or another major version. */
export async function getPassword(dataFolder: string, { majorVersion }: Installation): Promise<string> {
  const version = await findVersion(dataFolder);
  if (version !== undefined && version !== majorVersion)
    throw new EmbeddedPostgresError(
      `${dataFolder} was created by Postgres ${version}, but this is Postgres ${majorVersion}. Move the folder away to start empty, or set DATABASE_URL to a Postgres ${version} that serves it.`,
    );
  const password = await findText(join(dataFolder, PASSWORD_FILE));
  if (version === undefined || password === undefined)
    throw new EmbeddedPostgresError(
      `${dataFolder} was not created by Knockon. Choose another data folder, or move it away.`,
    );
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
