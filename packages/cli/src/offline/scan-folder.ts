import { findRepositories, type LocalRepository } from "@knockon/adapters/git-host/local/discover";
import { findCommit } from "@knockon/adapters/git-host/local/head";
import { openSnapshot } from "@knockon/adapters/git-host/local/snapshot";
import type { HeuristicPattern, LinkResult } from "@knockon/extract/ecosystem";
import { createExtractor, type ExtractionCounts } from "@knockon/extract/isolate/extractor";

export interface ScannedRepository {
  fullPath: string;
  cloneUrl: string | null;
  archived: boolean;
  isFork: boolean;
  commitSha: string | null;
  status: "scanned" | "skipped" | "failed";
  /** Why it failed, for the user; else null. */
  error: string | null;
  extraction: LinkResult;
  counts: ExtractionCounts;
}

interface Options {
  /** Repositories read at once. */
  jobs: number;
  heuristicPatterns: readonly HeuristicPattern[];
  onProgress: (done: number, total: number, fullPath: string) => void;
}

/**
 * Reads the HEAD of every repository below a folder, or of a listing file. One that cannot be read is reported as
 * failed; the others go on. Throws NoRepositoriesError. Results are ordered by full path, whatever was done first.
 */
export async function scanFolder(
  path: string,
  { jobs, heuristicPatterns, onProgress }: Options,
): Promise<ScannedRepository[]> {
  const repositories = await findRepositories(path);
  const extractor = createExtractor(jobs);
  const extract: Extract = (known, snapshot) => extractor.extract({ ...known, heuristicPatterns }, snapshot);
  const results: ScannedRepository[] = Array.from({ length: repositories.length });
  const todo = [...repositories.entries()];
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let next = todo.shift(); next; next = todo.shift()) {
      const [at, repository] = next;
      results[at] = await scanRepository(repository, extract);
      done += 1;
      onProgress(done, repositories.length, repository.fullPath);
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, worker));
  } finally {
    await extractor.close();
  }
  return results;
}

type Extract = ReturnType<typeof createExtractor>["extract"];

async function scanRepository(repository: LocalRepository, extract: Extract): Promise<ScannedRepository> {
  const { fullPath, cloneUrl, gitDir, defaultBranch, archived, isFork } = repository;
  const nothing = { declarations: [], artifacts: [], problems: [] };
  const noCounts: ExtractionCounts = { files: 0, bytes: 0, skipped: {} };
  const base = { fullPath, cloneUrl, archived, isFork, extraction: nothing, counts: noCounts, error: null };
  let commitSha: string | null = null;
  try {
    commitSha = (await findCommit(gitDir, defaultBranch ?? undefined)) ?? null;
    if (commitSha === null) return { ...base, commitSha, status: "skipped" };
    const snapshot = openSnapshot(gitDir, commitSha);
    const { counts, ...extraction } = await extractAndClose(extract, { fullPath, cloneUrl }, snapshot);
    return { ...base, commitSha, status: "scanned", extraction, counts };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...base, commitSha, status: "failed", error: message };
  }
}

async function extractAndClose(
  extract: Extract,
  ...[known, snapshot]: Parameters<Extract>
): ReturnType<Extract> {
  try {
    return await extract(known, snapshot);
  } finally {
    await snapshot.close?.();
  }
}
