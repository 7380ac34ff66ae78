import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openEncryptionKeys } from "./encryption-keys.ts";

it("creates the keys once, readable only by their owner", async () => {
  const folder = await temporaryFolder({});
  const keys = await openEncryptionKeys(folder);
  expect([...keys.keys()]).toEqual([1]);
  expect(await openEncryptionKeys(folder)).toEqual(keys);
  expect((await stat(join(folder, "encryption-keys"))).mode & 0o777).toBe(0o600);
});
