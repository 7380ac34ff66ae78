import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseEncryptionKeys, seal, unseal } from "./seal.ts";

const key = (): string => randomBytes(32).toString("base64");
const [first, second] = [`1:${key()}`, `2:${key()}`];
const SCOPE = { workspaceId: "w", connectedOrgId: "o", field: "access_token" };

describe("a sealed text", () => {
  it("opens in its scope and does not contain the plain text", () => {
    const keys = parseEncryptionKeys(first);
    const sealed = seal(keys, "ghp_secret", SCOPE);
    expect(unseal(keys, sealed, SCOPE)).toBe("ghp_secret");
    expect(Buffer.from(sealed.slice(2), "base64url").toString("latin1")).not.toContain("ghp_");
    expect(seal(keys, "ghp_secret", SCOPE)).not.toBe(sealed);
  });

  it.each([{ workspaceId: "x" }, { connectedOrgId: "x" }, { field: "x" }])(
    "does not open in another scope: %o",
    (other) => {
      const keys = parseEncryptionKeys(first);
      expect(unseal(keys, seal(keys, "secret", SCOPE), { ...SCOPE, ...other })).toBe(undefined);
    },
  );

  it("is encrypted with the highest version, decrypted with each, and bound to its version", () => {
    const old = seal(parseEncryptionKeys(first), "old", SCOPE);
    const both = parseEncryptionKeys(`${second}, ${first}`);
    expect(seal(both, "new", SCOPE)).toMatch(/^2\./u);
    expect(unseal(both, old, SCOPE)).toBe("old");
    expect(unseal(parseEncryptionKeys(second), old, SCOPE)).toBe(undefined);
    expect(unseal(parseEncryptionKeys(first.replace("1:", "2:")), old.replace("1.", "2."), SCOPE)).toBe(
      undefined,
    );
  });

  it("does not open when a byte was changed or removed", () => {
    const keys = parseEncryptionKeys(first);
    const sealed = Buffer.from(seal(keys, "secret", SCOPE).slice(2), "base64url");
    for (let index = 0; index < sealed.byteLength; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(unseal(keys, `1.${changed.toString("base64url")}`, SCOPE)).toBe(undefined);
      expect(unseal(keys, `1.${sealed.subarray(0, index).toString("base64url")}`, SCOPE)).toBe(undefined);
    }
  });

  it("requires a key", () => {
    expect(() => seal(new Map(), "secret", SCOPE)).toThrow("ENCRYPTION_KEYS is not set");
  });
});

it.each(["1:short", "one:AAAA", `0:${key()}`, `${first},${first}`, key()])(
  "rejects malformed keys without showing them: %#",
  (text) => {
    expect(() => parseEncryptionKeys(text)).toThrow(
      /^ENCRYPTION_KEYS (?:is not a list|contains version 1 twice)/u,
    );
    expect(parseEncryptionKeys("").size).toBe(0);
  },
);
