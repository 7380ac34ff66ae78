import type { BlobStore } from "../ports/blob-store.ts";

export interface MemoryBlobStore extends BlobStore {
  blobs: Map<string, { bytes: Uint8Array; storedAt: Date }>;
}

export function memoryBlobStore(now: () => Date): MemoryBlobStore {
  const blobs: MemoryBlobStore["blobs"] = new Map();
  return {
    blobs,
    async put(key, bytes) {
      blobs.set(key, { bytes, storedAt: now() });
    },
    async get(key) {
      return blobs.get(key)?.bytes;
    },
    async *list(prefix) {
      for (const [key, { storedAt }] of blobs) if (key.startsWith(prefix)) yield { key, storedAt };
    },
    async delete(key) {
      blobs.delete(key);
    },
  };
}
