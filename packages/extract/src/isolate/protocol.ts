import type { ExtractionResult, RepositoryIdentity, TreeEntry } from "../ecosystem.ts";
import type { Side, Sides } from "../interface-extraction.ts";
import type { ExtractedInterfaces, FileFacts } from "../repository-extraction.ts";

/** A file in the shared buffer of a batch. */
export interface PackedFile {
  path: string;
  /** The offset after its last byte. */
  end: number;
  /** The only commit of a change that has it. Absent if both have it, or if only one commit is extracted. */
  side?: Side | undefined;
}

/** What a thread does with files: extracts a commit, extracts the interfaces of two commits, or only reads them. */
export type Work = "extract" | "compare" | "read";

/** Messages to an extraction thread, in this order: one `start`, several `files`, and by the work one `finish`, one `compare` or none. */
export type Request =
  | { kind: "start"; repository: RepositoryIdentity; work: Work }
  | { kind: "files"; files: PackedFile[]; buffer: ArrayBuffer }
  | { kind: "finish"; tree: readonly TreeEntry[] }
  | { kind: "compare"; trees: Sides<readonly TreeEntry[]> };

/**
 * `read` acknowledges one `files` request, which limits the number of pending batches. It has the facts of each file if the work is
 * to read them, and returns the buffer for another batch.
 */
export type Response =
  | { kind: "read"; facts: FileFacts[]; buffer: ArrayBuffer }
  | { kind: "result"; result: ExtractionResult }
  | { kind: "interfaces"; result: Sides<ExtractedInterfaces> };

/** `progress[0]` counts the files started during the lifetime of the thread. `progress[1]` is 1 while one is being read. */
export type Progress = Int32Array<SharedArrayBuffer>;
