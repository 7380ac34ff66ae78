import { resealSecrets } from "@knockon/core/connected-org/reseal";
import { StartError, type StartOptions } from "./arguments.ts";
import { openDatabase } from "./open-database.ts";
import type { Shutdown } from "./shutdown.ts";

/** Encrypts all secrets with the newest key. Returns what to print. Throws StartError if some can no longer be decrypted. */
export async function reseal(options: StartOptions, shutdown: Shutdown): Promise<string> {
  const { database } = await openDatabase(options, shutdown);
  const keys = options.hosts.encryptionKeys ?? new Map<number, Uint8Array>();
  const { resealed, lost } = await resealSecrets(database, keys);
  const version = Math.max(...keys.keys());
  const result = `${resealed} secrets were encrypted again, with version ${version} of ENCRYPTION_KEYS.`;
  if (lost === 0) return `${result} No secret needs another version.`;
  throw new StartError(
    `${result} ${lost} secrets need a version that is not in ENCRYPTION_KEYS. Add it, or enter them again.`,
  );
}
