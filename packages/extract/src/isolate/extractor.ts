import type { ExtractionResult, Problem, RepositoryIdentity, TreeEntry } from "../ecosystem.ts";
import type { Side, Sides } from "../interface-extraction.ts";
import type { ExtractedInterfaces, FileFacts } from "../repository-extraction.ts";
import { isBinary, isValidPath, skipReason, type SkipReason, type Snapshot } from "../snapshot.ts";
import { CONFINED_PARSERS, type Confinement } from "./confinement.ts";
import { ExtractionThread, FileKilledThread } from "./extraction-thread.ts";

export interface ExtractionCounts {
  /** Files read, and their bytes. */
  files: number;
  bytes: number;
  skipped: Partial<Record<SkipReason, number>>;
}

export interface SnapshotExtraction extends ExtractionResult {
  counts: ExtractionCounts;
}

export interface Extractor {
  /** Rejects only if the snapshot cannot be read, or if extraction still fails without the files that ended a thread. */
  extract(repository: RepositoryIdentity, snapshot: Snapshot): Promise<SnapshotExtraction>;
  /**
   * Extracts the interfaces of two commits of a repository that may differ: see `InterfaceExtraction`. Calls `onSent` when both
   * commits are read and only the parsers have work left. Rejects like `extract`.
   */
  extractInterfaces(
    repository: RepositoryIdentity,
    commits: Sides<Snapshot>,
    onSent?: () => void,
  ): Promise<Sides<ExtractedInterfaces>>;
  /** Ends idle threads. Busy threads end with their repository. */
  close(): Promise<void>;
}

/** Reads files in the threads of an extractor. */
export interface FactsReader {
  /**
   * Reads some files without linking them. Returns the facts of each file, in the same order. Rejects only if the snapshot
   * cannot be read.
   */
  read(
    repository: RepositoryIdentity,
    snapshot: Pick<Snapshot, "files">,
    wanted: readonly TreeEntry[],
  ): Promise<FileFacts[]>;
}

/** Maximum number of files per repository that may end a thread. More are an attack. */
const MAX_KILLERS = 20;

/**
 * Extracts up to `threads` repositories concurrently, each in its own thread. The others wait without being opened. With
 * `isWarm`, the first thread loads its parsers at once.
 */
export function createExtractor(
  threads: number,
  confinement: Confinement = CONFINED_PARSERS,
  { isWarm = false }: { isWarm?: boolean } = {},
): Extractor & FactsReader {
  const idle = new Map<ExtractionThread, NodeJS.Timeout>();
  const waiting: (() => void)[] = [];
  let running = 0;
  let isClosed = false;

  /** Runs work when a slot is free. A finished run passes its slot to the first waiting one. */
  async function withSlot<T>(work: () => Promise<T>): Promise<T> {
    if (running < threads) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  function takeIdle(): ExtractionThread | undefined {
    for (const [thread, end] of idle) {
      clearTimeout(end);
      idle.delete(thread);
      return thread;
    }
    return undefined;
  }

  function keepIdle(thread: ExtractionThread): void {
    const end = setTimeout(() => {
      idle.delete(thread);
      void thread.close();
    }, confinement.idleMs);
    idle.set(thread, end.unref());
  }

  /** A thread that failed is never used again. */
  async function withThread<T>(work: (thread: ExtractionThread) => Promise<T>): Promise<T> {
    const thread = takeIdle() ?? new ExtractionThread(confinement);
    let isReusable = false;
    try {
      const result = await work(thread);
      isReusable = !isClosed;
      return result;
    } finally {
      if (isReusable) keepIdle(thread);
      else await thread.close();
    }
  }

  async function extract(repository: RepositoryIdentity, snapshot: Snapshot): Promise<SnapshotExtraction> {
    const tree = await snapshot.tree();
    return await withoutKillers(async (thread, killers) => {
      thread.start(repository, "extract");
      const { counts, problems } = await sendFiles(thread, snapshot, { wanted: tree, killers });
      const linked = await thread.finish(tree.filter(isValidPath));
      return { ...linked, problems: [...problems, ...linked.problems, ...killers], counts };
    });
  }

  async function extractInterfaces(
    repository: RepositoryIdentity,
    { before, after }: Sides<Snapshot>,
    onSent?: () => void,
  ): Promise<Sides<ExtractedInterfaces>> {
    const [old, current] = await Promise.all([before.tree(), after.tree()]);
    const [inOld, inCurrent] = [new Set(old.map(keyOf)), new Set(current.map(keyOf))];
    const changed = current.filter((entry) => !inOld.has(keyOf(entry)));
    const isGone = (entry: TreeEntry): boolean => !inCurrent.has(keyOf(entry));
    return await withoutKillers(async (thread, killers) => {
      thread.start(repository, "compare");
      const sideOf = (entry: TreeEntry): Side | undefined => (isGone(entry) ? "before" : undefined);
      const first = await sendFiles(thread, before, { wanted: old, killers, sideOf });
      const second = await sendFiles(thread, after, { wanted: changed, killers, sideOf: () => "after" });
      const trees = { before: old.filter(isValidPath), after: current.filter(isValidPath) };
      const linked = await thread.compare(trees, onSent);
      const withProblems = ({ interfaces, problems }: ExtractedInterfaces, read: SentFiles) => ({
        interfaces,
        problems: [...read.problems, ...problems, ...killers],
      });
      return { before: withProblems(linked.before, first), after: withProblems(linked.after, second) };
    });
  }

  /** Repeats work without the files that end the thread. */
  async function withoutKillers<T>(
    work: (thread: ExtractionThread, killers: readonly Problem[]) => Promise<T>,
  ): Promise<T> {
    const killers: Problem[] = [];
    for (;;) {
      try {
        return await withThread((thread) => work(thread, killers));
      } catch (error) {
        if (!(error instanceof FileKilledThread) || error.path === null || killers.length >= MAX_KILLERS)
          throw error;
        killers.push(killerProblem(error.path, error.code, confinement));
      }
    }
  }

  if (isWarm) keepIdle(new ExtractionThread(confinement));
  return {
    extract: (repository, snapshot) => withSlot(() => extract(repository, snapshot)),
    extractInterfaces: (...args) => withSlot(() => extractInterfaces(...args)),
    read: (repository, snapshot, wanted) =>
      withSlot(() =>
        withoutKillers((thread, killers) => readFacts(thread, repository, snapshot, wanted, killers)),
      ),
    async close() {
      isClosed = true;
      for (let thread = takeIdle(); thread; thread = takeIdle()) await thread.close();
    },
  };
}

interface Sending {
  /** The entries that are to be read. */
  wanted: readonly TreeEntry[];
  killers: readonly Problem[];
  /** The only commit of a change that has a file, or undefined if both have it. */
  sideOf?: (entry: TreeEntry) => Side | undefined;
}

/** What sending files to a thread found. */
interface SentFiles {
  counts: ExtractionCounts;
  problems: Problem[];
}

/** Sends files of a commit to a thread that was started. */
async function sendFiles(
  thread: ExtractionThread,
  snapshot: Snapshot,
  { wanted, killers, sideOf = () => undefined }: Sending,
): Promise<SentFiles> {
  const excluded = new Set(killers.map((problem) => problem.file));
  const counts: ExtractionCounts = { files: 0, bytes: 0, skipped: {} };
  const skip = (reason: SkipReason): void => {
    counts.skipped[reason] = (counts.skipped[reason] ?? 0) + 1;
  };
  const readable = wanted.filter((entry) => {
    const reason = skipReason(entry);
    if (reason) skip(reason);
    return !reason && !excluded.has(entry.path);
  });
  const problems: Problem[] = [];
  await snapshot.files(readable, async (entry, content) => {
    if (content === "too_large") return skip("too_large");
    if (content === "missing") {
      problems.push(missingProblem(entry.path));
      return undefined;
    }
    if (isBinary(content)) return skip("binary");
    counts.files += 1;
    counts.bytes += content.byteLength;
    return thread.addFile(entry.path, content, sideOf(entry));
  });
  return { counts, problems };
}

/** Files that are skipped have no facts. */
async function readFacts(
  thread: ExtractionThread,
  repository: RepositoryIdentity,
  snapshot: Pick<Snapshot, "files">,
  entries: readonly TreeEntry[],
  killers: readonly Problem[],
): Promise<FileFacts[]> {
  const results = new Map<TreeEntry, FileFacts>(
    entries.map((entry) => [
      entry,
      { found: [], problems: killers.filter((problem) => problem.file === entry.path) },
    ]),
  );
  const isWanted = (entry: TreeEntry): boolean =>
    !skipReason(entry) && (results.get(entry)?.problems.length ?? 0) === 0;
  const sent: TreeEntry[] = [];
  thread.start(repository, "read");
  await snapshot.files(entries.filter(isWanted), async (entry, content) => {
    if (content === "missing") results.get(entry)?.problems.push(missingProblem(entry.path));
    if (typeof content === "string" || isBinary(content)) return;
    sent.push(entry);
    await thread.addFile(entry.path, content);
  });
  const facts = await thread.facts();
  for (const [index, entry] of sent.entries())
    results.set(entry, facts[index] ?? { found: [], problems: [] });
  return entries.map((entry) => results.get(entry) ?? { found: [], problems: [] });
}

const keyOf = ({ path, mode, oid }: TreeEntry): string => `${mode} ${oid} ${path}`;

const missingProblem = (file: string): Problem => ({
  file,
  line: null,
  code: "blob_missing",
  message: "The commit lists this file, but its content is not in the repository's object store.",
});

const killerProblem = (
  file: string,
  code: "timeout" | "out_of_memory",
  { fileTimeoutMs }: Confinement,
): Problem => ({
  file,
  line: null,
  code,
  message:
    code === "timeout"
      ? `Reading this file took over ${fileTimeoutMs / 1000} seconds.`
      : "Reading this file took too much memory.",
});
