/** AES-256 keys by version: the highest seals, every one opens what it sealed. None where nothing is sealed. */
export type EncryptionKeys = ReadonlyMap<number, Uint8Array>;

const KEY_BYTES = 32;

/** `1:<base64>,2:<base64>`. Throws, without a key in the message. */
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
    if (keys.has(Number(version))) throw new Error(`ENCRYPTION_KEYS names version ${version} twice.`);
    keys.set(Number(version), key);
  }
  return keys;
}
