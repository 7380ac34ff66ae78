import type { ExtractionResult, RepositoryIdentity, TreeEntry } from "../ecosystem.ts";

/** A file in the shared buffer of a batch. `end` is the offset after its last byte. */
export interface PackedFile {
  path: string;
  end: number;
}

/** Messages to an extraction thread, in this order: one `start`, several `files`, one `finish`. */
export type Request =
  | { kind: "start"; repository: RepositoryIdentity }
  | { kind: "files"; files: PackedFile[]; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "finish"; tree: readonly TreeEntry[] };

/** `read` acknowledges one `files` request, which limits the number of pending batches. */
export type Response = { kind: "read" } | { kind: "result"; result: ExtractionResult };

/** `progress[0]` counts the files started during the lifetime of the thread. `progress[1]` is 1 while one is being read. */
export type Progress = Int32Array<SharedArrayBuffer>;
