import { randomBytes, randomUUID } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseEncryptionKeys, type EncryptionKeys } from "@knockon/core/connected-org/seal";
import { parseSessionSecret } from "../compose/settings.ts";
import { StartError } from "./arguments.ts";

const SECRET_BYTES = 32;

/** Returns the keys that encrypt credentials. Generates one on the first start. Throws StartError for a damaged file. */
export async function openEncryptionKeys(dataFolder: string): Promise<EncryptionKeys> {
  const file = join(dataFolder, "encryption-keys");
  const text = await readOrCreate(file, `1:${randomBytes(SECRET_BYTES).toString("base64")}\n`);
  return parseKept(file, "the access tokens of organizations must be entered again", () => {
    const keys = parseEncryptionKeys(text.trim());
    if (keys.size === 0) throw new Error("it is empty");
    return keys;
  });
}

/**
 * Returns the secret that signs sessions, so that they outlive the process. Generates it on the first start. Throws
 * StartError for a damaged file.
 */
export async function openSessionSecret(dataFolder: string): Promise<string> {
  const file = join(dataFolder, "session-secret");
  const secret = await readOrCreate(file, randomBytes(SECRET_BYTES).toString("base64url"));
  return parseKept(file, "all users must sign in again", () => {
    const parsed = parseSessionSecret({ SESSION_SECRET: secret });
    if (parsed === undefined) throw new Error("it is empty");
    return parsed;
  });
}

/** `loss` is what deleting the file costs. */
function parseKept<T>(file: string, loss: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new StartError(
      `${file} is damaged: ${(error as Error).message.replace(/\.$/u, "")}. Restore it from a backup, or delete it: ${loss}.`,
    );
  }
}

/**
 * Reads a file that only its owner can access. Creates it with the text if it does not exist. The text is on the disk before
 * the file has its name, so that a crash leaves no empty file.
 */
async function readOrCreate(file: string, text: string): Promise<string> {
  const existing = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (existing !== undefined) return existing;
  const partial = `${file}.${randomUUID()}.partial`;
  const handle = await open(partial, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
    await link(partial, file);
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await handle.close();
    await rm(partial, { force: true });
  }
  return readFile(file, "utf8");
}
