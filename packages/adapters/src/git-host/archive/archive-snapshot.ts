import { HostUnreachableError, RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import type { TreeEntry } from "@knockon/extract/ecosystem";
import { MAX_FILE_BYTES, type FileContent, type Snapshot } from "@knockon/extract/snapshot";
import { storeArchive, type ArchiveFile } from "./archive-file.ts";
import { readArchive, type ArchiveEntry } from "./read-archive.ts";

/** Access to one commit at its host. Methods throw the errors of `GitHost.openSnapshot`. */
export interface HostedCommit {
  /** Returns every entry, or undefined if the host truncates the list. */
  listTree(): Promise<TreeEntry[] | undefined>;
  /** Downloads the commit as `.tar.gz`. */
  download(): Promise<AsyncIterable<Uint8Array>>;
  /** Reads one file by its object ID. */
  readBlob(oid: string): Promise<FileContent>;
}

/** Interrupted downloads are retried immediately. */
const MAX_DOWNLOADS = 3;
/** Archives omit files marked `export-ignore`, usually only a few, such as workflows. */
const MAX_SINGLE_FILES = 100;

type OnFile = (entry: TreeEntry, content: FileContent) => void | Promise<void>;

/**
 * Reads one commit from its host. The tree comes from the host's listing, which includes submodules and `export-ignore`d
 * files. The contents come from the archive, and files missing there are requested one by one.
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
        const requested = missing.get(entry.path);
        missing.delete(entry.path);
        if (requested) await onFile(requested, await contentOf(entry));
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

/** Lists files and symlinks, without object IDs. */
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
  let requested = 0;
  for (const entry of entries) {
    const isFile = entry.mode.startsWith("100") && entry.oid !== "";
    if (isFile) requested += 1;
    const content = isFile && requested <= MAX_SINGLE_FILES ? await commit.readBlob(entry.oid) : "missing";
    await onFile(entry, content);
  }
}
