import type { TreeEntry } from "@knockon/extract/ecosystem";
import type { ObjectReader } from "./object-reader.ts";

const KIND = 0o170000;
const FOLDER = 0o040000;
const FILE = 0o100000;
const SYMLINK = 0o120000;
const OWNER_MAY_RUN = 0o100;

interface Folder {
  oid: string;
  /** Path prefix of its entries. */
  prefix: string;
}

/**
 * Returns every entry of a commit except folders, ordered by path. Requests all folders of the same depth together, to
 * limit the number of round trips to the depth of the tree.
 */
export async function readTree(objects: ObjectReader, commitSha: string): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [];
  let folders: Folder[] = [{ oid: `${commitSha}^{tree}`, prefix: "" }];
  while (folders.length > 0) {
    const below: Folder[] = [];
    objects.request(
      "contents",
      folders.map(({ oid }) => oid),
    );
    objects.flush();
    for (const { prefix } of folders) {
      const { oid, content } = await objects.folder();
      for (const { mode, path, oid: entryOid } of parseFolder(content, prefix, oid.length / 2)) {
        if ((mode & KIND) === FOLDER) below.push({ oid: entryOid, prefix: `${path}/` });
        else entries.push({ path, mode: canonicalMode(mode), oid: entryOid });
      }
    }
    folders = below;
  }
  return entries.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

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
