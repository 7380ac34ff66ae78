import { stat } from "node:fs/promises";
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
