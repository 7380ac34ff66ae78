import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { EncryptionKeys } from "./encryption-keys.ts";

/** Where a sealed text belongs: anywhere else, as after a copy from one row to another, it does not open. */
export interface SealScope {
  workspaceId: string;
  /** Null for what is of no single org. */
  connectedOrgId: string | null;
  field: string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `<key version>.<base64url of nonce, ciphertext and tag>`: AES-256-GCM. Throws where there is no key. */
export function seal(keys: EncryptionKeys, text: string, scope: SealScope): string {
  const version = Math.max(...keys.keys());
  const key = keys.get(version);
  if (!key) throw new Error("There is no key to encrypt credentials with: ENCRYPTION_KEYS is not set.");
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(associatedData(scope, version));
  const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${sealed.toString("base64url")}`;
}

/** Undefined where the key is not there any more, or anything was changed. */
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
