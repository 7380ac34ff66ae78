import type { TreeEntry } from "./ecosystem.ts";

/** `missing`: listed in the tree, but not in the object store. `too_large`: over MAX_FILE_BYTES. */
export type FileContent = Uint8Array | "missing" | "too_large";

/** The files of one commit. */
export interface Snapshot {
  /** Every entry, including symlinks and submodules. Submodules are not entered. */
  tree(): Promise<TreeEntry[]>;
  /** Calls `onFile` for each wanted file, one at a time, and awaits it before reading more. */
  files(
    wanted: readonly TreeEntry[],
    onFile: (entry: TreeEntry, content: FileContent) => void | Promise<void>,
  ): Promise<void>;
  /** Releases the resources held for reading. */
  close?(): Promise<void>;
}

/** Files that people write by hand are smaller. */
export const MAX_FILE_BYTES = 1024 * 1024;

/** Folders with copies of third-party files. */
const VENDORED = new Set([
  "node_modules",
  "vendor",
  "third_party",
  "bower_components",
  ".terraform",
  ".terragrunt-cache",
  ".yarn",
  "Pods",
  "Carthage",
  "site-packages",
]);

/** The list of the packages in such a folder. */
const VENDORED_LIST = /\/vendor(?:ed)?\.txt$/;

const BINARY_SUFFIX =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|svgz|woff2?|ttf|otf|eot|pdf|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|so|dylib|dll|exe|o|a|bin|wasm|pyc|mp[34]|mov|avi|webm|ogg|wav|flac|psd|sqlite3?|db|parquet|pb|pack|idx|tar)$/i;

export type SkipReason = "invalid_path" | "symlink" | "submodule" | "vendored" | "binary" | "too_large";

/** A folder or file without a name, or named `.` or `..`. */
const NAMELESS = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Returns whether a path leads to a file of the repository. Trees that were forged can have others, such as `/a` and `../a`. */
export const isValidPath = ({ path }: TreeEntry): boolean => !NAMELESS.test(path);

/** Returns why an entry is skipped without fetching its content, or undefined if it is not. */
export function skipReason(entry: TreeEntry): SkipReason | undefined {
  if (!isValidPath(entry)) return "invalid_path";
  if (entry.mode === "120000") return "symlink";
  if (entry.mode === "160000") return "submodule";
  const folders = entry.path.split("/").slice(0, -1);
  if (folders.some((folder) => VENDORED.has(folder)) && !VENDORED_LIST.test(entry.path)) return "vendored";
  return BINARY_SUFFIX.test(entry.path) ? "binary" : undefined;
}

/** Same rule as git: a NUL in the first 8,000 bytes. A UTF-16 byte-order mark makes a file text. */
export function isBinary(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return false;
  return bytes.subarray(0, 8000).includes(0);
}
