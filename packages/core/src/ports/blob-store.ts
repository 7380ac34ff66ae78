/** Immutable bytes under a name; writing the same name again writes the same bytes. */
export interface BlobStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is none. */
  get(key: string): Promise<Uint8Array | undefined>;
}
