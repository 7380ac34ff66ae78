import type { LocalRepository } from "@knockon/adapters/git-host/local/discover";
import {
  listDatedTags,
  readFirstParents,
  type BranchCommit,
  type DatedTag,
} from "@knockon/adapters/git-host/local/first-parents";
import { readHead, readRef } from "@knockon/adapters/git-host/local/head";
import { openSnapshot } from "@knockon/adapters/git-host/local/snapshot";
import type { ExtractionResult, RepositoryIdentity, TreeEntry } from "@knockon/extract/ecosystem";
import type { FactsReader } from "@knockon/extract/isolate/extractor";
import { LinkCache } from "@knockon/extract/link-cache";
import { FORMATS } from "@knockon/extract/registry";
import { RepositoryExtraction, type FileFacts } from "@knockon/extract/repository-extraction";
import type { FactsCache } from "./facts-cache.ts";

export interface Period {
  since: Date;
  until: Date;
}

export interface Sources {
  reader: FactsReader;
  cache: FactsCache;
  /** Also reads what Go and Python sources export. */
  withSourceInterfaces: boolean;
}

const NOTHING: FileFacts = { found: [], problems: [] };

/** What the default branch of a repository got in a period. */
export class Timeline {
  readonly repository: LocalRepository;
  /** Oldest first. */
  readonly commits: readonly BranchCommit[];
  readonly tags: readonly DatedTag[];
  readonly identity: RepositoryIdentity;
  readonly #base: readonly TreeEntry[];
  readonly #sources: Sources;
  /** Why the repository could not be read to its end, for the user. */
  error: string | null = null;

  private constructor(
    repository: LocalRepository,
    history: { base: readonly TreeEntry[]; commits: readonly BranchCommit[]; tags: readonly DatedTag[] },
    sources: Sources,
  ) {
    const { fullPath, cloneUrl } = repository;
    this.repository = repository;
    this.#base = history.base;
    this.commits = history.commits;
    this.tags = history.tags;
    this.#sources = sources;
    this.identity = { fullPath, cloneUrl, withSourceInterfaces: sources.withSourceInterfaces };
  }

  /** Throws RepositoryUnreadableError. */
  static async open(repository: LocalRepository, period: Period, sources: Sources): Promise<Timeline> {
    const { gitDir, defaultBranch, ref } = repository;
    const head = await (ref === null ? readHead(gitDir, defaultBranch ?? undefined) : readRef(gitDir, ref));
    if (!head) return new Timeline(repository, { base: [], commits: [], tags: [] }, sources);
    const { base, commits } = await readFirstParents(gitDir, head.commitSha, period);
    const tags = await listDatedTags(gitDir);
    return new Timeline(repository, { base: await readTree(gitDir, base), commits, tags }, sources);
  }

  /** Leaves the rest of the repository out. */
  fail(error: unknown): void {
    this.error ??= messageOf(error);
  }

  /** The state before the first commit. */
  start(): Cursor {
    return new Cursor(this, new Map(this.#base.map((entry) => [entry.path, entry])), 0);
  }

  /** Returns how many commits the branch got before a time. */
  countBefore(time: Date): number {
    const later = this.commits.findIndex(({ at }) => at >= time);
    return later === -1 ? this.commits.length : later;
  }

  /** Returns the facts of files, in the same order. Reads only those that are not cached. */
  async factsOf(entries: readonly TreeEntry[]): Promise<FileFacts[]> {
    const { cache, reader } = this.#sources;
    const facts = entries.map((entry) => cache.get(entry));
    const missing = entries.filter((_, index) => facts[index] === undefined);
    if (missing.length === 0) return facts.map((one) => one ?? NOTHING);
    const sizes = new Map<TreeEntry, number>();
    const snapshot = openSnapshot(this.repository.gitDir, this.commits.at(-1)?.commitSha ?? "HEAD");
    try {
      const read = await reader.read(this.identity, measured(snapshot, sizes), missing);
      for (const [index, entry] of missing.entries())
        cache.add(entry, read[index] ?? NOTHING, sizes.get(entry) ?? 0);
      const rest = read.values();
      return facts.map((one) => one ?? rest.next().value ?? NOTHING);
    } finally {
      await snapshot.close();
    }
  }

  isClaimed(entry: TreeEntry): boolean {
    return this.#sources.cache.isClaimed(entry);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Notes the sizes of the files that are read. */
const measured = (
  snapshot: ReturnType<typeof openSnapshot>,
  sizes: Map<TreeEntry, number>,
): Parameters<FactsReader["read"]>[1] => ({
  files: (wanted, onFile) =>
    snapshot.files(wanted, (entry, content) => {
      if (typeof content !== "string") sizes.set(entry, content.byteLength);
      return onFile(entry, content);
    }),
});

async function readTree(gitDir: string, commitSha: string | null): Promise<TreeEntry[]> {
  if (commitSha === null) return [];
  const snapshot = openSnapshot(gitDir, commitSha);
  try {
    return await snapshot.tree();
  } finally {
    await snapshot.close();
  }
}

/** The state of a repository after some of its commits. Moves only forward. */
export class Cursor {
  readonly #timeline: Timeline;
  readonly #links: LinkCache;
  #files: Map<string, TreeEntry>;
  #index: number;

  constructor(timeline: Timeline, files: Map<string, TreeEntry>, index: number, links = new LinkCache()) {
    this.#timeline = timeline;
    this.#files = files;
    this.#index = index;
    this.#links = links;
  }

  /** The number of commits that the state includes. */
  get index(): number {
    return this.#index;
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  copy(): Cursor {
    return new Cursor(this.#timeline, new Map(this.#files), this.#index, this.#links);
  }

  /** Applies the commits up to a number of them. Returns whether a file changed that may declare or offer anything. */
  async advanceTo(index: number): Promise<boolean> {
    const changes = this.#timeline.commits.slice(this.#index, index).flatMap((commit) => commit.changes);
    await this.#timeline.factsOf(changes.flatMap(({ after }) => after ?? []));
    let isRelevant = false;
    let isSorted = true;
    for (const { path, after } of changes) {
      const before = this.#files.get(path);
      isRelevant ||= [before, after].some((entry) => entry && this.#timeline.isClaimed(entry));
      if (after) this.#files.set(path, after);
      else this.#files.delete(path);
      isSorted &&= !after || before !== undefined;
    }
    if (!isSorted) this.#files = new Map([...this.#files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    this.#index = Math.max(this.#index, index);
    return isRelevant;
  }

  async extract(): Promise<ExtractionResult> {
    const { extraction, tree } = await this.#load();
    return extraction.finish(tree);
  }

  async extractInterfaces(): Promise<Required<Pick<ExtractionResult, "interfaces" | "problems">>> {
    const { extraction, tree } = await this.#load();
    return extraction.finishInterfaces(tree);
  }

  async #load() {
    const tree = [...this.#files.values()];
    const extraction = new RepositoryExtraction(this.#timeline.identity, FORMATS, this.#links);
    for (const facts of await this.#timeline.factsOf(tree)) extraction.addFacts(facts);
    return { extraction, tree };
  }
}
