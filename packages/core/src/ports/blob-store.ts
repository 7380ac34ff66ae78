/** Stores immutable blobs. A key is only ever written with the same bytes. */
export interface BlobStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns undefined for an unknown key. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** Lists blobs with a prefix that ends with `/`, in no particular order. */
  list(prefix: string): AsyncIterable<StoredBlob>;
  /** Succeeds for an unknown key. */
  delete(key: string): Promise<void>;
}

export interface StoredBlob {
  key: string;
  storedAt: Date;
}
