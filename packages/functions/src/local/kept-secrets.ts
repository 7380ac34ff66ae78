import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEncryptionKeys, type EncryptionKeys } from "@knockon/core/connected-org/seal";

const SECRET_BYTES = 32;

/** Returns the keys that encrypt credentials. Generates one on the first start. */
export async function openEncryptionKeys(dataFolder: string): Promise<EncryptionKeys> {
  const file = join(dataFolder, "encryption-keys");
  return parseEncryptionKeys(await readOrCreate(file, `1:${randomBytes(SECRET_BYTES).toString("base64")}\n`));
}

/** Returns the secret that signs sessions, so that they outlive the process. Generates it on the first start. */
export const openSessionSecret = (dataFolder: string): Promise<string> =>
  readOrCreate(join(dataFolder, "session-secret"), randomBytes(SECRET_BYTES).toString("base64url"));

/** Reads a file that only its owner can access. Creates it with the text if it does not exist. */
async function readOrCreate(file: string, text: string): Promise<string> {
  try {
    await writeFile(file, text, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFile(file, "utf8");
}
