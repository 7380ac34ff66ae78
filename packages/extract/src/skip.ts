import type { TreeEntry } from "./ecosystem.ts";

/** A file that no person writes by hand is larger than this. */
export const MAX_FILE_BYTES = 1024 * 1024;

/** Folders that hold other people's files, copied in. */
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

const BINARY_SUFFIX =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|tiff?|svgz|woff2?|ttf|otf|eot|pdf|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|so|dylib|dll|exe|o|a|bin|wasm|pyc|mp[34]|mov|avi|webm|ogg|wav|flac|psd|sqlite3?|db|parquet|pb|pack|idx|tar)$/i;

export type SkipReason = "symlink" | "submodule" | "vendored" | "binary" | "too_large";

/** Why an entry of the tree is never opened, or undefined: judged before its content is fetched. */
export function skipReason(entry: TreeEntry): SkipReason | undefined {
  if (entry.mode === "120000") return "symlink";
  if (entry.mode === "160000") return "submodule";
  if (
    entry.path
      .split("/")
      .slice(0, -1)
      .some((folder) => VENDORED.has(folder))
  )
    return "vendored";
  return BINARY_SUFFIX.test(entry.path) ? "binary" : undefined;
}

/** The rule git uses: a NUL in the first 8,000 bytes. UTF-16 is text, told by its byte-order mark. */
export function isBinary(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return false;
  return bytes.subarray(0, 8000).includes(0);
}
