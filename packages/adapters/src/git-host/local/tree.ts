import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import type { TreeEntry } from "@knockon/extract/ecosystem";
import type { ObjectReader } from "./object-reader.ts";

const KIND = 0o170000;
const FOLDER = 0o040000;
const FILE = 0o100000;
const SYMLINK = 0o120000;
const OWNER_MAY_RUN = 0o100;

/** Larger than the largest public repositories. A few small trees that list each other often can have any number. */
const MAX_ENTRIES = 1_000_000;
const MAX_PATH_BYTES = 256 * 1024 * 1024;
const MAX_DEPTH = 200;

interface Folder {
  oid: string;
  /** Path prefix of its entries. */
  prefix: string;
}

/**
 * Returns every entry of a commit except folders, ordered by path. Requests all folders of the same depth together, to
 * limit the number of round trips to the depth of the tree. Throws RepositoryUnreadableError for a tree above the limits.
 */
export async function readTree(objects: ObjectReader, commitSha: string): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [];
  let folders: Folder[] = [{ oid: `${commitSha}^{tree}`, prefix: "" }];
  let [count, pathBytes] = [0, 0];
  for (let depth = 0; folders.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw tooLarge(`folders more than ${MAX_DEPTH} levels deep`);
    const below: Folder[] = [];
    objects.request(
      "contents",
      folders.map(({ oid }) => oid),
    );
    objects.flush();
    for (const { prefix } of folders) {
      const { oid, content } = await objects.folder();
      for (const { mode, path, oid: entryOid } of parseFolder(content, prefix, oid.length / 2)) {
        count += 1;
        pathBytes += path.length;
        if (count > MAX_ENTRIES) throw tooLarge(`more than ${MAX_ENTRIES} files and folders`);
        if (pathBytes > MAX_PATH_BYTES) throw tooLarge("paths that are too long");
        if ((mode & KIND) === FOLDER) below.push({ oid: entryOid, prefix: `${path}/` });
        else entries.push({ path, mode: canonicalMode(mode), oid: entryOid });
      }
    }
    folders = below;
  }
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const tooLarge = (what: string): RepositoryUnreadableError =>
  new RepositoryUnreadableError(`The commit has ${what}.`);

/** Parses a tree object: repeated `<mode> <name>\0<oid>`, with a binary object ID. */
function* parseFolder(
  bytes: Buffer,
  prefix: string,
  oidBytes: number,
): Generator<{ mode: number; path: string; oid: string }> {
  for (let start = 0; start < bytes.length;) {
    const space = bytes.indexOf(0x20, start);
    const end = bytes.indexOf(0, space);
    const mode = Number.parseInt(bytes.toString("latin1", start, space), 8);
    const path = prefix + bytes.toString("utf8", space + 1, end);
    start = end + 1 + oidBytes;
    yield { mode, path, oid: bytes.toString("hex", end + 1, start) };
  }
}

/** Normalizes a mode as Git displays it: files are executable or not. */
function canonicalMode(mode: number): string {
  const kind = mode & KIND;
  if (kind === SYMLINK) return "120000";
  if (kind !== FILE) return "160000";
  return (mode & OWNER_MAY_RUN) === 0 ? "100644" : "100755";
}
