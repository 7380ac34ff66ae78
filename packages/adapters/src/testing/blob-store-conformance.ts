import { randomBytes } from "node:crypto";
import type { BlobStore } from "@knockon/core/ports/blob-store";
import { describe, expect, it } from "vitest";

interface Subject {
  /** An empty one. */
  open: () => Promise<BlobStore>;
  /** A store that does not respond. */
  unreachable: () => Promise<BlobStore>;
}

/** The behavior that published graphs rely on, for every adapter. */
export function describeBlobStore(name: string, { open, unreachable }: Subject): void {
  describe(`${name} as a blob store`, () => {
    it("gives the bytes that were put, any bytes", async () => {
      const store = await open();
      const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      await store.put("graphs/a/1", bytes);
      expect(await store.get("graphs/a/1")).toEqual(bytes);
    });

    it("gives undefined for what was never put", async () => {
      const store = await open();
      await store.put("graphs/a/1", Uint8Array.of(1));
      expect(await store.get("graphs/a/2")).toBeUndefined();
      expect(await store.get("graphs/b/1")).toBeUndefined();
    });

    it("rejects where it cannot be reached, which is no absence", async () => {
      const store = await unreachable();
      await expect(store.get("graphs/a/1")).rejects.toThrow(Error);
      await expect(store.put("graphs/a/1", Uint8Array.of(1))).rejects.toThrow(Error);
      await expect(Array.fromAsync(store.list("graphs/a/"))).rejects.toThrow(Error);
    });

    it("keeps blobs apart, empty and large ones too", async () => {
      const store = await open();
      const large = new Uint8Array(randomBytes(9 * 1024 * 1024));
      await store.put("empty", new Uint8Array());
      await store.put("large", large);
      expect(await store.get("empty")).toEqual(new Uint8Array());
      expect(Buffer.compare((await store.get("large")) ?? Buffer.alloc(0), large)).toBe(0);
    });

    it("takes the same blob again, also from several writers at once", async () => {
      const store = await open();
      const bytes = new Uint8Array(randomBytes(100_000));
      await Promise.all(Array.from({ length: 8 }, () => store.put("graphs/a/1", bytes)));
      expect(await store.get("graphs/a/1")).toEqual(bytes);
    });

    it("never shows a part of a blob", async () => {
      const store = await open();
      const bytes = new Uint8Array(8 * 1024 * 1024).fill(7);
      let isWritten = false;
      const writing = store.put("graphs/a/1", bytes).then(() => (isWritten = true));
      const lengths = new Set<number>();
      while (!isWritten) lengths.add((await store.get("graphs/a/1"))?.length ?? 0);
      await writing;
      lengths.delete(0);
      lengths.delete(bytes.length);
      expect([...lengths]).toEqual([]);
    });

    it("lists what lies under a prefix, with the time it was stored", async () => {
      const store = await open();
      const before = Date.now();
      for (const key of ["graphs/a/1", "graphs/a/2", "graphs/ab/1"]) await store.put(key, Uint8Array.of(1));
      const listed = await Array.fromAsync(store.list("graphs/a/"));
      expect(listed.map(({ key }) => key).toSorted()).toEqual(["graphs/a/1", "graphs/a/2"]);
      // File systems and HTTP dates keep no more than seconds.
      for (const { storedAt } of listed) expect(storedAt.getTime()).toBeGreaterThan(before - 2000);
      expect(await Array.fromAsync(store.list("graphs/c/"))).toEqual([]);
    });

    it("forgets what is deleted, and takes no offense at what is not there", async () => {
      const store = await open();
      await store.put("graphs/a/1", Uint8Array.of(1));
      await store.delete("graphs/a/1");
      await store.delete("graphs/a/1");
      expect(await store.get("graphs/a/1")).toBeUndefined();
      expect(await Array.fromAsync(store.list("graphs/a/"))).toEqual([]);
    });
  });
}
