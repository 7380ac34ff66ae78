import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { configFolder } from "../folders.ts";

/** A Knockon server. */
export interface Server {
  url: string;
  key: string;
}

const loginFile = (): string => join(configFolder(), "login.json");

/** Returns what `knockon login` stored. */
export async function readLogin(): Promise<Server | undefined> {
  try {
    const { url, key } = JSON.parse(await readFile(loginFile(), "utf8")) as Partial<Server>;
    return typeof url === "string" && typeof key === "string" ? { url, key } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a server in a file that only the user can read. Returns its path. */
export async function writeLogin(server: Server): Promise<string> {
  const path = loginFile();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.${randomUUID()}`;
  await writeFile(partial, `${JSON.stringify(server)}\n`, { mode: 0o600 });
  await rename(partial, path);
  return path;
}

export const deleteLogin = (): Promise<void> => rm(loginFile(), { force: true });
