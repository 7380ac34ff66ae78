import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Where a sealed text is stored. It cannot be opened anywhere else, for example after being copied to another row. */
export interface SealScope {
  workspaceId: string;
  /** Null if the text does not belong to a single org. */
  connectedOrgId: string | null;
  field: string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with AES-256-GCM. Returns `<key version>.<base64url of nonce, ciphertext and tag>`. Throws without a key. */
export function seal(keys: EncryptionKeys, text: string, scope: SealScope): string {
  const version = Math.max(...keys.keys());
  const key = keys.get(version);
  if (!key) throw new Error("Credentials cannot be encrypted because ENCRYPTION_KEYS is not set.");
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(associatedData(scope, version));
  const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${sealed.toString("base64url")}`;
}

/** Decrypts a sealed text. Returns undefined if its key is missing, its scope differs or it was changed. */
export function unseal(keys: EncryptionKeys, sealed: string, scope: SealScope): string | undefined {
  const [, version = "", encoded = ""] = /^(\d+)\.([\w-]+)$/.exec(sealed) ?? [];
  const key = keys.get(Number(version));
  const bytes = Buffer.from(encoded, "base64url");
  if (!key || bytes.byteLength < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(associatedData(scope, Number(version)))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return undefined;
  }
}

const associatedData = ({ workspaceId, connectedOrgId, field }: SealScope, version: number): Buffer =>
  Buffer.from(JSON.stringify([workspaceId, connectedOrgId, field, version]));

/** AES-256 keys by version. The highest version encrypts; every version decrypts. Empty if nothing is encrypted. */
export type EncryptionKeys = ReadonlyMap<number, Uint8Array>;

const KEY_BYTES = 32;

/** Parses `1:<base64>,2:<base64>`. Throws an error that does not contain a key. */
export function parseEncryptionKeys(text: string): EncryptionKeys {
  const keys = new Map<number, Uint8Array>();
  for (const part of text.split(",").map((each) => each.trim())) {
    if (part === "") continue;
    const [, version, encoded] = /^([1-9]\d{0,5}):([\w+/]+=*)$/.exec(part) ?? [];
    const key = Buffer.from(encoded ?? "", "base64");
    if (version === undefined || key.byteLength !== KEY_BYTES) {
      throw new Error(
        "ENCRYPTION_KEYS is not a list of <version>:<32 bytes in base64>, separated by commas.",
      );
    }
    if (keys.has(Number(version))) throw new Error(`ENCRYPTION_KEYS contains version ${version} twice.`);
    keys.set(Number(version), key);
  }
  return keys;
}
