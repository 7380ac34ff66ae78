import { findRepositories, type LocalRepository } from "@knockon/adapters/git-host/local/discover";
import { findCommit } from "@knockon/adapters/git-host/local/head";
import { openSnapshot } from "@knockon/adapters/git-host/local/snapshot";
import type { HeuristicPattern, LinkResult } from "@knockon/extract/ecosystem";
import type { Ownership } from "@knockon/extract/history/ownership";
import { createExtractor, type ExtractionCounts } from "@knockon/extract/isolate/extractor";
import { readOwnership } from "./read-ownership.ts";

export interface ScannedRepository {
  fullPath: string;
  cloneUrl: string | null;
  archived: boolean;
  isFork: boolean;
  commitSha: string | null;
  status: "scanned" | "skipped" | "failed";
  /** Why it failed, for the user; else null. */
  error: string | null;
  /** Why its history could not be read, else null. */
  historyError: string | null;
  /** Null unless it was asked for and could be read. */
  ownership: Ownership | null;
  extraction: LinkResult;
  counts: ExtractionCounts;
}

interface Options {
  /** Repositories read at once. */
  jobs: number;
  /** Whether histories are read, too. */
  withOwnership: boolean;
  heuristicPatterns: readonly HeuristicPattern[];
  onProgress: (done: number, total: number, fullPath: string) => void;
}

/**
 * Reads the HEAD of every repository below a folder, or of a listing file. One that cannot be read is reported as
 * failed; the others go on. Throws NoRepositoriesError. Results are ordered by full path, whatever was done first.
 */
export async function scanFolder(
  path: string,
  { jobs, withOwnership, heuristicPatterns, onProgress }: Options,
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
      results[at] = await scanRepository(repository, extract, withOwnership);
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

async function scanRepository(
  repository: LocalRepository,
  extract: Extract,
  withOwnership: boolean,
): Promise<ScannedRepository> {
  const { fullPath, cloneUrl, gitDir, defaultBranch, archived, isFork } = repository;
  const base = { fullPath, cloneUrl, archived, isFork, error: null, ...NOTHING };
  let commitSha: string | null = null;
  try {
    commitSha = (await findCommit(gitDir, defaultBranch ?? undefined)) ?? null;
    if (commitSha === null) return { ...base, commitSha, status: "skipped" };
    const snapshot = openSnapshot(gitDir, commitSha);
    try {
      const { counts, ...extraction } = await extract({ fullPath, cloneUrl }, snapshot);
      const owned = withOwnership ? await tryOwnership(gitDir, commitSha, snapshot) : {};
      return { ...base, commitSha, status: "scanned", extraction, counts, ...owned };
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    return { ...base, commitSha, status: "failed", error: messageOf(error) };
  }
}

/** A history that cannot be read takes nothing from what the files say. */
const tryOwnership = (...history: Parameters<typeof readOwnership>) =>
  readOwnership(...history).then(
    (ownership) => ({ ownership }),
    (error: unknown) => ({ historyError: messageOf(error) }),
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const NOTHING: Pick<ScannedRepository, "extraction" | "counts" | "historyError" | "ownership"> = {
  extraction: { declarations: [], artifacts: [], problems: [] },
  counts: { files: 0, bytes: 0, skipped: {} },
  historyError: null,
  ownership: null,
};
