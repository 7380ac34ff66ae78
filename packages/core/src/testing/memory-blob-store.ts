import type { BlobStore } from "../ports/blob-store.ts";

export interface MemoryBlobStore extends BlobStore {
  blobs: Map<string, Uint8Array>;
}

export function memoryBlobStore(): MemoryBlobStore {
  const blobs = new Map<string, Uint8Array>();
  return {
    blobs,
    async put(key, bytes) {
      blobs.set(key, bytes);
    },
    async get(key) {
      return blobs.get(key);
    },
  };
}
