import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  parseEncryptionKeys,
  type EncryptionKeys,
} from "@knockon/core/connected-org/credential/encryption-keys";

/** Reads the encryption keys in the data folder. The first start creates them, readable only by the owner. */
export async function openEncryptionKeys(dataFolder: string): Promise<EncryptionKeys> {
  const file = join(dataFolder, "encryption-keys");
  try {
    await writeFile(file, `1:${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return parseEncryptionKeys(await readFile(file, "utf8"));
}
