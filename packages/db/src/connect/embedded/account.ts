import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import {
  access,
  chown,
  constants,
  cp,
  lstat,
  mkdir,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { EmbeddedPostgresError, errorCode } from "./embedded-postgres-error.ts";

/** The user the server runs as, in the form `spawn` takes. */
export interface Account {
  uid: number;
  gid: number;
}

/** The conventional unprivileged user and group, which need not exist by name. */
const UNPRIVILEGED: Account = { uid: 65534, gid: 65534 };

/** Holds what the account cannot reach elsewhere, for example below /root. */
export const STATE_FOLDER = "/var/lib/knockon";

/**
 * Prepares the folder of the server's files and returns the account to run the server as; undefined means the current
 * user. Postgres refuses to run as root, so for root the account is the folder's owner, or an unprivileged one if the
 * folder is new or empty. If that account cannot enter the folder's parents, a new folder becomes a symlink to one
 * below `stateFolder`.
 */
export async function prepareFolder(
  folder: string,
  stateFolder: string = STATE_FOLDER,
): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) {
    await makeWritable(folder);
    return undefined;
  }
  if ((await isAbsentOrEmpty(folder)) && !(await isParentReachable(folder, UNPRIVILEGED))) {
    await linkToState(folder, stateFolder);
  }
  const created = await makeWritable(folder);
  const isNew = created !== undefined || (await readdir(folder)).length === 0;
  if (isNew) await chown(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  const { uid, gid } = await stat(folder);
  if (uid === 0)
    throw new EmbeddedPostgresError(
      `Postgres cannot run as root, and ${folder} belongs to root. Give it to another user: chown -R ${UNPRIVILEGED.uid}:${UNPRIVILEGED.gid} ${folder}`,
    );
  return { uid, gid };
}

/**
 * Returns a folder with the contents of `folder` that the account can read: itself where possible, else a copy below
 * `stateFolder` under `name`, made once.
 */
export async function findReadable(
  folder: string,
  account: Account,
  name: string,
  stateFolder: string = STATE_FOLDER,
): Promise<string> {
  if (await isReachable(folder, account)) return folder;
  const copy = join(stateFolder, name);
  if (await isPresent(copy)) return copy;
  await mkdir(stateFolder, { recursive: true });
  const unfinished = `${copy}.${randomUUID()}`;
  await cp(folder, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    // Another start copied it in the meantime.
    if (!(await isPresent(copy))) throw error;
  }
  return copy;
}

async function linkToState(folder: string, stateFolder: string): Promise<void> {
  const target = join(stateFolder, `postgres-${randomUUID()}`);
  await mkdir(target, { recursive: true });
  await mkdir(dirname(folder), { recursive: true });
  await rm(folder, { recursive: true, force: true });
  await symlink(target, folder);
}

async function isAbsentOrEmpty(folder: string): Promise<boolean> {
  try {
    // A symlink from an earlier start stays, even to an empty folder.
    if ((await lstat(folder)).isSymbolicLink()) return false;
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return true;
    if (errorCode(error) === "ENOTDIR") return false;
    throw error;
  }
}

const isPresent = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Whether the account may enter the nearest parent that exists. Parents still to be made will be open to everyone. */
async function isParentReachable(folder: string, account: Account): Promise<boolean> {
  const parent = dirname(resolve(folder));
  return (await isPresent(parent))
    ? await isReachable(parent, account)
    : await isParentReachable(parent, account);
}

const isReachable = async (folder: string, account: Account): Promise<boolean> =>
  assertReachable(await realpath(folder), account).then(
    () => true,
    () => false,
  );

/** Creates the folder if needed and returns the first parent that had to be created. */
async function makeWritable(folder: string): Promise<string | undefined> {
  try {
    const created = await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return created;
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded Postgres cannot write to ${folder} (${errorCode(error)}). Choose another data folder.`,
    );
  }
}

/** Throws EmbeddedPostgresError naming the first folder on the way to `folder` that the account may not enter. */
export async function assertReachable(folder: string, account: Account): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder) await assertReachable(parent, account);
  if (mayEnter(await stat(folder), account)) return;
  throw new EmbeddedPostgresError(
    `Postgres cannot run as root, and the user it runs as (uid ${account.uid}) may not enter ${folder}. Allow it with chmod o+x ${folder}, or choose a data folder elsewhere.`,
  );
}

function mayEnter({ mode, uid, gid }: Stats, account: Account): boolean {
  if (uid === account.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0;
}
