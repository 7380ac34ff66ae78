import type { TreeEntry } from "./ecosystem.ts";

/** `missing`: listed but not to be had, as when it is absent from the object store. `too_large`: over MAX_FILE_BYTES. */
export type FileContent = Uint8Array | "missing" | "too_large";

/** One commit of one repository, wherever it is kept. */
export interface Snapshot {
  /** Every entry, symlinks and submodules included; submodules are not entered. */
  tree(): Promise<TreeEntry[]>;
  /** Delivers the wanted files one by one, waiting for `onFile`: a slow reader slows the source. */
  files(
    wanted: readonly TreeEntry[],
    onFile: (entry: TreeEntry, content: FileContent) => void | Promise<void>,
  ): Promise<void>;
  /** Gives back what reading took up; absent where that is nothing. */
  close?(): Promise<void>;
}
