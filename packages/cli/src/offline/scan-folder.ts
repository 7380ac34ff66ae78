import {
  findListedRepositories,
  findRepositories,
  type LocalRepository,
} from "@knockon/adapters/git-host/local/discover";
import {
  findCommit,
  listTagNames,
  listTagNamesAt,
  readHeadAt,
  readRef,
} from "@knockon/adapters/git-host/local/head";
import { openHistory } from "@knockon/adapters/git-host/local/history";
import { openSnapshot } from "@knockon/adapters/git-host/local/snapshot";
import type { HeuristicPattern, ExtractionResult } from "@knockon/extract/ecosystem";
import { creditsOf } from "@knockon/extract/history/credits";
import { ownershipOf, type Ownership } from "@knockon/extract/history/ownership";
import { findPeople } from "@knockon/extract/history/people";
import { readOwnershipFiles } from "@knockon/extract/history/read-ownership-files";
import { Tally } from "@knockon/extract/history/tally";
import { parseGitUrl } from "@knockon/extract/git-url";
import {
  createExtractor,
  type ExtractionCounts,
  type SnapshotExtraction,
} from "@knockon/extract/isolate/extractor";
import type { Snapshot } from "@knockon/extract/snapshot";
import { readInput } from "../input.ts";
import type { ExtractionCache } from "./extraction-cache.ts";
import { stringSharing } from "./string-sharing.ts";

export interface ScannedRepository {
  fullPath: string;
  cloneUrl: string | null;
  archived: boolean;
  isFork: boolean;
  commitSha: string | null;
  tags: string[];
  status: "scanned" | "skipped" | "failed";
  /** Why the repository failed, for the user; null unless `status` is `failed`. */
  error: string | null;
  /** Why the commit history could not be read; null if it was read or not requested. */
  historyError: string | null;
  /** Null if not requested or if the history could not be read. */
  ownership: Ownership | null;
  extraction: ExtractionResult;
  counts: ExtractionCounts;
}

interface Options {
  /** Number of repositories to read in parallel. */
  jobs: number;
  /** Also reads commit histories. */
  withOwnership: boolean;
  heuristicPatterns: readonly HeuristicPattern[];
  /** Has the extractions of commits that were scanned before. */
  cache?: ExtractionCache | undefined;
  /** Reads each repository as it was at this time. */
  at?: Date | undefined;
  onProgress: (done: number, total: number, fullPath: string) => void;
  /** Receives what the scan leaves out, one line each, for the user. */
  onWarning?: (warning: string) => void;
}

/**
 * Reads HEAD of every repository in a folder, a listing file or, for `-`, a listing on standard input, ordered by full path. An unreadable repository is reported
 * as failed and doesn't stop the scan. Throws NoRepositoriesError.
 */
export async function scanFolder(
  path: string,
  { jobs, withOwnership, heuristicPatterns, cache, at: time, onProgress, onWarning = () => {} }: Options,
): Promise<ScannedRepository[]> {
  const { repositories, warnings } = await (path === "-" ? findPiped() : findRepositories(path));
  for (const warning of [...warnings, ...withoutHost(repositories)]) onWarning(warning);
  const extractor = createExtractor(jobs);
  const owners = ownersOf(repositories);
  const share = stringSharing();
  const extract: Extract = async (known, commitSha, snapshot) => {
    const identity = { ...known, heuristicPatterns, owners };
    const read = () => extractor.extract(identity, snapshot);
    return share(await (cache ? cache.get({ ...identity, commitSha }, read) : read()));
  };
  const results: ScannedRepository[] = Array.from({ length: repositories.length });
  const todo = [...repositories.entries()];
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let next = todo.shift(); next; next = todo.shift()) {
      const [at, repository] = next;
      results[at] = await scanRepository(repository, extract, { withOwnership, time });
      done += 1;
      onProgress(done, repositories.length, repository.fullPath);
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, worker));
  } finally {
    await extractor.close();
  }
  await cache?.trim();
  return results;
}

/** Finds the repositories of a listing on standard input. Relative paths start at the current folder. */
const findPiped = async () =>
  findListedRepositories({ text: await readInput("-"), name: "standard input", folder: process.cwd() });

/** Returns `host/owner` of each repository with a URL. */
const ownersOf = (repositories: readonly LocalRepository[]): string[] => [
  ...new Set(
    repositories.flatMap(({ cloneUrl }) => {
      const [host, owner, name] = parseGitUrl(cloneUrl ?? "")?.location.split("/") ?? [];
      return host === undefined || owner === undefined || name === undefined ? [] : [`${host}/${owner}`];
    }),
  ),
];

const MAX_NAMED = 10;

/** Explains that references by URL to repositories without a clone URL are not found. */
function withoutHost(repositories: readonly LocalRepository[]): string[] {
  const paths = repositories.flatMap(({ cloneUrl, fullPath }) => (cloneUrl === null ? [fullPath] : []));
  if (paths.length === 0) return [];
  const more = paths.length > MAX_NAMED ? `, and ${paths.length - MAX_NAMED} more` : "";
  const named = paths.slice(0, MAX_NAMED).join(", ") + more;
  return [
    `Named after their folders, because they have no clone URL: ${named}. References to their URLs are not found. Set remote.origin.url, or "clone_url" in a listing file.`,
  ];
}

type Extract = (
  repository: Pick<LocalRepository, "fullPath" | "cloneUrl">,
  commitSha: string,
  snapshot: Snapshot,
) => Promise<SnapshotExtraction>;

async function scanRepository(
  repository: LocalRepository,
  extract: Extract,
  { withOwnership, time }: { withOwnership: boolean; time: Date | undefined },
): Promise<ScannedRepository> {
  const { fullPath, cloneUrl, gitDir, archived, isFork } = repository;
  const base = { fullPath, cloneUrl, archived, isFork, error: null, ...NOTHING };
  let commitSha: string | null = null;
  try {
    const moment = await findMoment(repository, time);
    commitSha = moment?.commitSha ?? null;
    if (moment === undefined || commitSha === null) return { ...base, commitSha, status: "skipped" };
    const tags = await (moment.until ? listTagNamesAt(gitDir, moment.until) : listTagNames(gitDir));
    const snapshot = openSnapshot(gitDir, commitSha);
    try {
      const { counts, ...extraction } = await extract({ fullPath, cloneUrl }, commitSha, snapshot);
      const owned = withOwnership ? await tryOwnership(repository, commitSha, snapshot) : {};
      return { ...base, commitSha, tags, status: "scanned", extraction, counts, ...owned };
    } finally {
      await snapshot.close();
    }
  } catch (error) {
    return { ...base, commitSha, status: "failed", error: messageOf(error) };
  }
}

/** The commit to read. `until` is its time if it is one of the past. */
interface Moment {
  commitSha: string;
  until?: Date;
}

/** The ref of a listing takes precedence. Returns undefined if there is no commit. */
async function findMoment(
  { gitDir, defaultBranch, ref }: LocalRepository,
  time: Date | undefined,
): Promise<Moment | undefined> {
  const branch = defaultBranch ?? undefined;
  if (ref !== null) {
    const { commitSha, committedAt } = await readRef(gitDir, ref);
    return { commitSha, until: committedAt };
  }
  const commitSha = time
    ? (await readHeadAt(gitDir, branch, time))?.commitSha
    : await findCommit(gitDir, branch);
  return commitSha === undefined ? undefined : { commitSha, ...(time && { until: time }) };
}

/** An unreadable history does not fail the repository. */
const tryOwnership = (...history: Parameters<typeof readOwnership>) =>
  readOwnership(...history).then(
    (ownership) => ({ ownership }),
    (error: unknown) => ({ historyError: messageOf(error) }),
  );

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const NOTHING: Pick<ScannedRepository, "tags" | "extraction" | "counts" | "historyError" | "ownership"> = {
  tags: [],
  extraction: { declarations: [], artifacts: [], compositions: [], problems: [] },
  counts: { files: 0, bytes: 0, skipped: {} },
  historyError: null,
  ownership: null,
};

/** Computes ownership from the full commit history. Throws if commits are missing. */
export async function readOwnership(
  repository: Pick<LocalRepository, "gitDir" | "fullPath" | "cloneUrl">,
  commitSha: string,
  snapshot: Snapshot,
): Promise<Ownership> {
  const tally = new Tally(new Date());
  const { pages } = await openHistory(repository.gitDir, commitSha, null);
  for await (const { commits } of pages) for (const commit of commits) tally.add(commit);
  const { mailmap } = await readOwnershipFiles(repository, snapshot, await snapshot.tree());
  // Nothing is stored, so identities need no pseudonyms.
  return ownershipOf(findPeople(creditsOf(tally, { mailmap, pseudonym: (key) => key })));
}
