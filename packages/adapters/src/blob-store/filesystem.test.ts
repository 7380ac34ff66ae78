import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { describeBlobStore } from "../testing/blob-store-conformance.ts";
import { filesystemBlobStore } from "./filesystem.ts";

const folders: string[] = [];

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-blobs-"));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describeBlobStore("a folder", {
  open: async () => filesystemBlobStore(await makeFolder()),
  async unreachable() {
    const file = join(await makeFolder(), "file");
    await writeFile(file, "");
    return filesystemBlobStore(file);
  },
});

describe("filesystemBlobStore", () => {
  it("leaves no temporary files", async () => {
    const folder = await makeFolder();
    const store = filesystemBlobStore(folder);
    await Promise.all(["a", "b", "a"].map((key) => store.put(`graphs/${key}`, Uint8Array.of(1))));
    expect((await readdir(join(folder, "graphs"))).toSorted()).toEqual(["a", "b"]);
  });

  it("stores files that other accounts cannot read, also in a folder of an earlier release", async () => {
    const folder = await makeFolder();
    await chmod(folder, 0o755);
    await filesystemBlobStore(folder).put("graphs/w/a", Uint8Array.of(1));
    const modes = await Promise.all(
      ["", "graphs", "graphs/w", "graphs/w/a"].map(
        async (path) => (await stat(join(folder, path))).mode & 0o777,
      ),
    );
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o600]);
  });

  it("throws for an unreadable path instead of returning undefined", async () => {
    const folder = await makeFolder();
    await expect(filesystemBlobStore(folder).get(".")).rejects.toThrow(/EISDIR/);
  });

  it("throws if a blob cannot be written, and leaves no partial file", async () => {
    const folder = await makeFolder();
    const store = filesystemBlobStore(folder);
    await store.put("taken/by/a-blob", Uint8Array.of(1));
    await expect(store.put("taken/by", Uint8Array.of(2))).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
    expect(await readdir(join(folder, "taken"))).toEqual(["by"]);
  });
});
