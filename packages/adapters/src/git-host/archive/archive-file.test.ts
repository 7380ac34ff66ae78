import { afterEach, expect, it } from "vitest";
import { RepositoryTooLargeError } from "@knockon/core/ports/git-host";
import { archiveLimit, storeArchive } from "./archive-file.ts";

afterEach(() => void delete process.env["ARCHIVE_LIMIT_MIB"]);

async function* archiveOf(bytes: number) {
  for (let sent = 0; sent < bytes; sent += 65_536) yield new Uint8Array(Math.min(65_536, bytes - sent));
}

it("stores archives up to the limit of the installation, and names the limit and its variable above", async () => {
  process.env["ARCHIVE_LIMIT_MIB"] = "1";
  const stored = await storeArchive(archiveOf(1024 * 1024));
  expect(stored.size).toBe(1024 * 1024);
  await stored.close();
  const tooLarge = storeArchive(archiveOf(1024 * 1024 + 1));
  await expect(tooLarge).rejects.toThrow(RepositoryTooLargeError);
  await expect(tooLarge).rejects.toThrow(
    "larger than 1 MiB. The operator can raise this limit: ARCHIVE_LIMIT_MIB.",
  );
});

it("has a limit that fits into a Lambda's temporary storage, and refuses others than whole numbers", () => {
  expect(archiveLimit({})).toBe(448);
  expect(() => archiveLimit({ ARCHIVE_LIMIT_MIB: "1 GB" })).toThrow("ARCHIVE_LIMIT_MIB");
});
