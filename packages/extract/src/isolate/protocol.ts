import type { ExtractionResult, RepositoryIdentity, TreeEntry } from "../ecosystem.ts";
import type { FileFacts } from "../repository-extraction.ts";

/** A file in the shared buffer of a batch. `end` is the offset after its last byte. */
export interface PackedFile {
  path: string;
  end: number;
}

/**
 * Messages to an extraction thread, in this order: one `start`, several `files` or `read`, one `finish` unless only read. With
 * `isKept`, the facts of the files stay in the thread. The next `start` can name those that the next commit has too.
 */
export type Request =
  | { kind: "start"; repository: RepositoryIdentity; isKept?: true; unchanged?: readonly string[] }
  | { kind: "files"; files: PackedFile[]; buffer: ArrayBuffer }
  | { kind: "read"; files: PackedFile[]; buffer: ArrayBuffer }
  | { kind: "finish"; tree: readonly TreeEntry[] };

/**
 * `read` acknowledges one `files` or `read` request, which limits the number of pending batches. It has the facts of each
 * file of a `read` request, and returns the buffer for another batch.
 */
export type Response =
  | { kind: "read"; facts: FileFacts[]; buffer: ArrayBuffer }
  | { kind: "result"; result: ExtractionResult };

/** `progress[0]` counts the files started during the lifetime of the thread. `progress[1]` is 1 while one is being read. */
export type Progress = Int32Array<SharedArrayBuffer>;
