import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createKey, hashKey, parseKey } from "./key-format.ts";

const replaceAt = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === "x" ? "y" : "x") + text.slice(index + 1);

describe("createKey", () => {
  it("creates 55 characters: svc_live_ and base62 [D-10.20]", () => {
    expect(createKey().key).toMatch(/^svc_live_[0-9A-Za-z]{46}$/u);
  });

  it("never creates the same key, public ID or secret twice [D-10.22]", () => {
    const keys = Array.from({ length: 500 }, () => createKey().key);
    expect(new Set(keys.map((key) => key.slice(0, 17))).size).toBe(500);
    expect(new Set(keys.map((key) => key.slice(17))).size).toBe(500);
  });
});

describe("parseKey", () => {
  it("returns the prefix of every created key [D-10.21]", () => {
    for (const { key, prefix } of Array.from({ length: 500 }, createKey)) {
      expect(prefix).toBe(key.slice(0, "svc_live_".length + 8));
      expect(parseKey(key)).toEqual({ prefix });
    }
  });

  it("rejects a key with any one character changed [D-10.20]", () => {
    const { key } = createKey();
    for (let index = 0; index < key.length; index++) {
      expect(parseKey(replaceAt(key, index)), `character ${index}`).toBeUndefined();
    }
  });

  it.each([
    ["nothing", ""],
    ["another scheme", "ghp_0123456789"],
    ["the bare prefix", "svc_live_"],
    ["a key without its last character", createKey().key.slice(0, -1)],
    ["a key with one more", `${createKey().key}0`],
    ["a key and a line feed", `${createKey().key}\n`],
    ["a key and a blank", ` ${createKey().key}`],
  ])("refuses %s", (_name, text) => {
    expect(parseKey(text)).toBeUndefined();
  });
});

it("hashKey is the SHA-256 of the whole key, in hexadecimal [D-10.24]", () => {
  expect(hashKey("svc_live_example")).toBe(createHash("sha256").update("svc_live_example").digest("hex"));
});
