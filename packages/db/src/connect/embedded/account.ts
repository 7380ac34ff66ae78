import type { Stats } from "node:fs";
import { access, chown, constants, mkdir, readdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { errorCode } from "./error-code.ts";

/** Who the server runs as, in the form `spawn` takes. */
export interface Account {
  uid: number;
  gid: number;
}

/** `nobody` and `nogroup`, which need not exist as names. */
const NOBODY: Account = { uid: 65534, gid: 65534 };

/**
 * Postgres refuses to run as root. For root it runs as whoever owns the folder, so that data made by an ordinary
 * user stays theirs; a folder that is new or empty is given to an unprivileged account. Undefined: as ourselves.
 */
export async function prepareFolder(folder: string): Promise<Account | undefined> {
  const created = await makeWritable(folder);
  if (process.getuid?.() !== 0) return undefined;
  const isNew = created !== undefined || (await readdir(folder)).length === 0;
  if (isNew) await chown(folder, NOBODY.uid, NOBODY.gid);
  const { uid, gid } = await stat(folder);
  if (uid === 0)
    throw new EmbeddedPostgresError(
      `Postgres cannot run as root, and ${folder} belongs to root. Give it to another user: chown -R ${NOBODY.uid}:${NOBODY.gid} ${folder}`,
    );
  return { uid, gid };
}

/** The first folder that had to be made, if any. */
async function makeWritable(folder: string): Promise<string | undefined> {
  try {
    const created = await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return created;
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The embedded Postgres needs a folder it can write to, and ${folder} is none (${errorCode(error)}).`,
    );
  }
}

/** Throws an error that names the first folder on the way to `folder` that the account may not enter. */
export async function assertReachable(folder: string, account: Account): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder) await assertReachable(parent, account);
  if (mayEnter(await stat(folder), account)) return;
  throw new EmbeddedPostgresError(
    `Postgres cannot run as root, and the user it runs as (uid ${account.uid}) may not enter ${folder}. Allow it with chmod o+x ${folder}, or move what lies below it elsewhere.`,
  );
}

function mayEnter({ mode, uid, gid }: Stats, account: Account): boolean {
  if (uid === account.uid) return (mode & 0o100) !== 0;
  return (mode & (gid === account.gid ? 0o010 : 0o001)) !== 0;
}
