import { createHash, randomUUID } from "node:crypto";
import {
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { ProblemCode, RepositoryIdentity } from "@knockon/extract/ecosystem";
import { EXTRACTION_KEY, extractionKey } from "@knockon/extract/isolate/extraction-key";
import type { SnapshotExtraction } from "@knockon/extract/isolate/extractor";

/** Everything that an extraction depends on, besides the version of the extractors. */
export interface ExtractedCommit extends Pick<
  RepositoryIdentity,
  "fullPath" | "cloneUrl" | "heuristicPatterns" | "owners"
> {
  commitSha: string;
}

export interface ExtractionCache {
  /** Returns the stored extraction of a commit, or else reads and stores it. */
  get(commit: ExtractedCommit, read: () => Promise<SnapshotExtraction>): Promise<SnapshotExtraction>;
  /** Deletes the entries used longest ago until the others fit. */
  trim(): Promise<void>;
}

const MAX_BYTES = 512 * 1024 * 1024;
/** Changes with the format of the entries. */
const FORMAT = 1;

/**
 * Opens a cache of extractions in files, one per commit. Scans in other processes may use it at the same time. Returns undefined if the
 * folder cannot be used or other users can write to it: an entry decides what a scan reports.
 */
export async function openExtractionCache(
  folder: string,
  { maxBytes = MAX_BYTES, version = EXTRACTION_KEY }: { maxBytes?: number; version?: string } = {},
): Promise<ExtractionCache | undefined> {
  const isUsable = await makePrivate(folder).catch(() => false);
  if (!isUsable) return undefined;
  let isChanged = false;
  return {
    async get(commit, read) {
      const path = join(folder, nameOf(commit, version));
      const known = await readEntry(path);
      if (known) return known;
      const extraction = await read();
      if (isRepeatable(extraction)) {
        isChanged = true;
        // A full disk must not fail the scan.
        await writeEntry(path, extraction).catch(() => {});
      }
      return extraction;
    },
    async trim() {
      if (isChanged) await trim(folder, maxBytes).catch(() => {});
    },
  };
}

async function makePrivate(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stats = await lstat(folder);
  if (!stats.isDirectory()) return false;
  // Windows has no owners and modes: the folder is in the user's profile.
  if (!process.getuid) return true;
  if (stats.uid !== process.getuid()) return false;
  if ((stats.mode & 0o077) !== 0) await chmod(folder, 0o700);
  return true;
}

function nameOf(
  { fullPath, cloneUrl, heuristicPatterns = [], owners = [], commitSha }: ExtractedCommit,
  version: string,
): string {
  const reading = extractionKey(heuristicPatterns, version);
  const key = [FORMAT, reading, fullPath, cloneUrl, owners.toSorted(), commitSha];
  return `${createHash("sha256").update(JSON.stringify(key)).digest("hex")}.json.gz`;
}

/** Problems that depend on the machine or on objects that are missing now. */
const TRANSIENT: ReadonlySet<ProblemCode> = new Set(["timeout", "out_of_memory", "blob_missing"]);

const isRepeatable = ({ problems }: SnapshotExtraction): boolean =>
  problems.every(({ code }) => !TRANSIENT.has(code));

/** Returns undefined if there is no entry or it is damaged, which the checksum of gzip detects. */
async function readEntry(path: string): Promise<SnapshotExtraction | undefined> {
  try {
    const json = await promisify(gunzip)(await readFile(path));
    const extraction = JSON.parse(json.toString("utf8")) as SnapshotExtraction;
    if (!Array.isArray(extraction.declarations)) return undefined;
    const now = new Date();
    await utimes(path, now, now);
    return extraction;
  } catch {
    return undefined;
  }
}

/** The name of a file that is not complete yet. */
const PARTIAL = ".partial";

async function writeEntry(path: string, extraction: SnapshotExtraction): Promise<void> {
  const partial = `${path}.${randomUUID()}${PARTIAL}`;
  try {
    await writeFile(partial, await promisify(gzip)(JSON.stringify(extraction), { level: 1 }), {
      mode: 0o600,
    });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** A process that still writes a file is younger. */
const ABANDONED_MS = 60 * 60 * 1000;

async function trim(folder: string, maxBytes: number): Promise<void> {
  const names = await readdir(folder);
  const found = await Promise.all(names.map((name) => describeEntry(join(folder, name))));
  const entries = found.flat().toSorted((a, b) => a.usedAt - b.usedAt);
  let bytes = entries.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, usedAt } of entries) {
    const isAbandoned = path.endsWith(PARTIAL) && Date.now() - usedAt > ABANDONED_MS;
    if (bytes <= maxBytes && !isAbandoned) continue;
    await rm(path, { force: true });
    bytes -= size;
  }
}

/** Another process may have deleted it. */
async function describeEntry(path: string): Promise<{ path: string; size: number; usedAt: number }[]> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? [{ path, size: stats.size, usedAt: stats.mtimeMs }] : [];
}
