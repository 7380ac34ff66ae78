import { HostUnreachableError, RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import type { TreeEntry } from "@knockon/extract/ecosystem";
import { MAX_FILE_BYTES, type FileContent, type Snapshot } from "@knockon/extract/snapshot";
import { storeArchive, type ArchiveFile } from "./archive-file.ts";
import { readArchive, type ArchiveEntry } from "./read-archive.ts";

/** What a host tells of one commit. Every part throws as `GitHost.openSnapshot` does. */
export interface HostedCommit {
  /** Every entry; undefined where the host does not list so many. */
  listTree(): Promise<TreeEntry[] | undefined>;
  /** The commit's `.tar.gz`. */
  download(): Promise<AsyncIterable<Uint8Array>>;
  /** One file by its object id. */
  readBlob(oid: string): Promise<FileContent>;
}

/** A connection that breaks off is tried again at once. */
const MAX_DOWNLOADS = 3;
/** Files are left out of archives by `export-ignore`: a few, such as the workflows of a library. */
const MAX_SINGLE_FILES = 100;

type OnFile = (entry: TreeEntry, content: FileContent) => void | Promise<void>;

/**
 * One commit from its host: the tree as the host lists it, which knows submodules and what `export-ignore` keeps out of
 * archives; the contents from the archive, downloaded once, and from single requests where it lacks some.
 */
export function archiveSnapshot(commit: HostedCommit): Snapshot {
  let downloaded: Promise<ArchiveFile> | undefined;
  const archive = (): Promise<ArchiveFile> => (downloaded ??= download(commit));
  return {
    async tree() {
      return (await commit.listTree()) ?? listArchive(await archive());
    },
    async files(wanted, onFile) {
      const missing = new Map(wanted.map((entry) => [entry.path, entry]));
      for await (const entry of readArchive(await archive())) {
        const asked = missing.get(entry.path);
        missing.delete(entry.path);
        if (asked) await onFile(asked, await contentOf(entry));
      }
      await deliverSingly(commit, [...missing.values()], onFile);
    },
    async close() {
      await downloaded?.then((file) => file.close()).catch(() => {});
    },
  };
}

async function download(commit: HostedCommit): Promise<ArchiveFile> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await storeArchive(await commit.download());
    } catch (error) {
      if (!(error instanceof HostUnreachableError)) throw error;
      if (attempt === MAX_DOWNLOADS) {
        throw new RepositoryUnreadableError(`Its archive cannot be downloaded. ${error.message}`);
      }
    }
  }
}

/** A tree of files and symlinks only, without object ids. */
async function listArchive(archive: ArchiveFile): Promise<TreeEntry[]> {
  const tree: TreeEntry[] = [];
  for await (const { path, mode } of readArchive(archive)) tree.push({ path, mode, oid: "" });
  return tree;
}

async function contentOf({ mode, size, read }: ArchiveEntry): Promise<FileContent> {
  if (mode === "120000") return "missing";
  return size > MAX_FILE_BYTES ? "too_large" : read();
}

async function deliverSingly(
  commit: HostedCommit,
  entries: readonly TreeEntry[],
  onFile: OnFile,
): Promise<void> {
  let asked = 0;
  for (const entry of entries) {
    const isFile = entry.mode.startsWith("100") && entry.oid !== "";
    if (isFile) asked += 1;
    const content = isFile && asked <= MAX_SINGLE_FILES ? await commit.readBlob(entry.oid) : "missing";
    await onFile(entry, content);
  }
}
