import { randomBytes } from "node:crypto";
import type { BlobStore } from "@knockon/core/ports/blob-store";
import { describe, expect, it } from "vitest";

interface Subject {
  /** Opens an empty store. */
  open: () => Promise<BlobStore>;
  /** Opens a store that does not respond. */
  unreachable: () => Promise<BlobStore>;
}

/** The behavior that published graphs rely on, for every adapter. */
export function describeBlobStore(name: string, { open, unreachable }: Subject): void {
  describe(`${name} as a blob store`, () => {
    it("returns the stored bytes, for all byte values", async () => {
      const store = await open();
      const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      await store.put("graphs/a/1", bytes);
      expect(await store.get("graphs/a/1")).toEqual(bytes);
    });

    it("returns undefined for a missing key", async () => {
      const store = await open();
      await store.put("graphs/a/1", Uint8Array.of(1));
      expect(await store.get("graphs/a/2")).toBeUndefined();
      expect(await store.get("graphs/b/1")).toBeUndefined();
    });

    it("throws if the store is unreachable", async () => {
      const store = await unreachable();
      await expect(store.get("graphs/a/1")).rejects.toThrow(Error);
      await expect(store.put("graphs/a/1", Uint8Array.of(1))).rejects.toThrow(Error);
      await expect(Array.fromAsync(store.list("graphs/a/"))).rejects.toThrow(Error);
    });

    it("stores empty and large blobs", async () => {
      const store = await open();
      const large = new Uint8Array(randomBytes(9 * 1024 * 1024));
      await store.put("empty", new Uint8Array());
      await store.put("large", large);
      expect(await store.get("empty")).toEqual(new Uint8Array());
      expect(Buffer.compare((await store.get("large")) ?? Buffer.alloc(0), large)).toBe(0);
    });

    it("accepts the same blob from several writers at once", async () => {
      const store = await open();
      const bytes = new Uint8Array(randomBytes(100_000));
      await Promise.all(Array.from({ length: 8 }, () => store.put("graphs/a/1", bytes)));
      expect(await store.get("graphs/a/1")).toEqual(bytes);
    });

    it("never returns a partial blob", async () => {
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

    it("lists blobs by prefix, with the time they were stored", async () => {
      const store = await open();
      const before = Date.now();
      for (const key of ["graphs/a/1", "graphs/a/2", "graphs/ab/1"]) await store.put(key, Uint8Array.of(1));
      const listed = await Array.fromAsync(store.list("graphs/a/"));
      expect(listed.map(({ key }) => key).toSorted()).toEqual(["graphs/a/1", "graphs/a/2"]);
      // Some file systems and HTTP dates have a precision of one second.
      for (const { storedAt } of listed) expect(storedAt.getTime()).toBeGreaterThan(before - 2000);
      expect(await Array.fromAsync(store.list("graphs/c/"))).toEqual([]);
    });

    it("deletes a blob, and ignores a missing one", async () => {
      const store = await open();
      await store.put("graphs/a/1", Uint8Array.of(1));
      await store.delete("graphs/a/1");
      await store.delete("graphs/a/1");
      expect(await store.get("graphs/a/1")).toBeUndefined();
      expect(await Array.fromAsync(store.list("graphs/a/"))).toEqual([]);
    });
  });
}
