import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openEncryptionKeys, openSessionSecret } from "./kept-secrets.ts";

const modeOf = async (file: string): Promise<number> => (await stat(file)).mode & 0o777;

it("generates encryption keys once, readable by their owner only", async () => {
  const folder = await temporaryFolder({});
  const keys = await openEncryptionKeys(folder);
  expect([...keys.keys()]).toEqual([1]);
  expect(await openEncryptionKeys(folder)).toEqual(keys);
  expect(await modeOf(join(folder, "encryption-keys"))).toBe(0o600);
});

it("generates the session secret once, readable by its owner only", async () => {
  const folder = await temporaryFolder({});
  const secret = await openSessionSecret(folder);
  expect(secret).toHaveLength(43);
  expect(await openSessionSecret(folder)).toBe(secret);
  expect(await modeOf(join(folder, "session-secret"))).toBe(0o600);
});

it.each(["", "short", "\n", "\0".repeat(43), " ".repeat(43), "ab\n".repeat(20)])(
  "refuses a damaged session secret: %j",
  async (text) => {
    const folder = await temporaryFolder({ "session-secret": text });
    await expect(openSessionSecret(folder)).rejects.toThrow(`${join(folder, "session-secret")} is damaged: `);
  },
);

it.each(["", "garbage", "1:c2hvcnQ="])("refuses damaged encryption keys: %j", async (text) => {
  const folder = await temporaryFolder({ "encryption-keys": text });
  await expect(openEncryptionKeys(folder)).rejects.toThrow(/encryption-keys is damaged: /u);
});

it("generates one secret for processes that start at the same time, and leaves no other file", async () => {
  const folder = await temporaryFolder({});
  const secrets = await Promise.all(Array.from({ length: 5 }, () => openSessionSecret(folder)));
  expect(new Set(secrets).size).toBe(1);
  expect(await readdir(folder)).toEqual(["session-secret"]);
});
