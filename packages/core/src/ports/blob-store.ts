/** Immutable bytes under a name; writing the same name again writes the same bytes. */
export interface BlobStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** What lies under a prefix that ends at a `/`, in no particular order. */
  list(prefix: string): AsyncIterable<StoredBlob>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
}

export interface StoredBlob {
  key: string;
  storedAt: Date;
}
