import type { ExtractionResult, RepositoryIdentity, TreeEntry } from "../ecosystem.ts";

/** A file's part of the one buffer that a batch travels in. */
export interface PackedFile {
  path: string;
  end: number;
}

/** What the main thread sends to an extraction thread, in this order: one start, many files, one finish. */
export type Request =
  | { kind: "start"; repository: RepositoryIdentity }
  | { kind: "files"; files: PackedFile[]; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "finish"; tree: readonly TreeEntry[] };

/** `read` acknowledges one `files` request, so that only a bounded amount is under way. */
export type Response = { kind: "read" } | { kind: "result"; result: ExtractionResult };

/** `progress[0]` is the number of files begun in the thread's life; `progress[1]` is 1 while one is being read. */
export type Progress = Int32Array<SharedArrayBuffer>;
