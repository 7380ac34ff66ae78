import type { ExtractionResult, RepositoryIdentity, TreeEntry } from "../ecosystem.ts";
import type { FileFacts } from "../repository-extraction.ts";

/** A file in the shared buffer of a batch. */
export interface PackedFile {
  path: string;
  /** The offset after its last byte. */
  end: number;
  /** The only commit that has it, by its position. Absent if all have it. */
  commit?: number | undefined;
}

/**
 * Messages to an extraction thread, in this order: one `start`, several `files` or `read`, one `finish` unless only read. `finish`
 * has the tree of each commit that is extracted.
 */
export type Request =
  | { kind: "start"; repository: RepositoryIdentity; commits: number }
  | { kind: "files"; files: PackedFile[]; buffer: ArrayBuffer }
  | { kind: "read"; files: PackedFile[]; buffer: ArrayBuffer }
  | { kind: "finish"; trees: readonly (readonly TreeEntry[])[] };

/**
 * `read` acknowledges one `files` or `read` request, which limits the number of pending batches. It has the facts of each
 * file of a `read` request, and returns the buffer for another batch.
 */
export type Response =
  | { kind: "read"; facts: FileFacts[]; buffer: ArrayBuffer }
  | { kind: "result"; results: ExtractionResult[] };

/** `progress[0]` counts the files started during the lifetime of the thread. `progress[1]` is 1 while one is being read. */
export type Progress = Int32Array<SharedArrayBuffer>;
