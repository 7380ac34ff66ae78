import {
  HostUnreachableError,
  RepositoryUnreadableError,
  type History,
  type HistoryPage,
  type HistoryStart,
} from "@knockon/core/ports/git-host";
import type { Commit } from "@knockon/extract/history/commit";
import { HistoryCounts, HistoryNode, type HistoryCommit } from "./responses.ts";
import type { GitHubClient } from "./github-client.ts";
import { HISTORY, HISTORY_COUNTS } from "./queries.ts";

/** GitHub's maximum page size. */
const PAGE_SIZE = 100;
const SMALL_PAGE_SIZE = 20;
/** With more new commits than this, the whole history is read again. */
const MAX_NEW_COMMITS = 5000;
/** Pages that are read to find the new commits. Old commits can lie between them. */
const MAX_PAGES_OF_NEW = 500;

/** Fetches a page of the history, newest commit first. */
type FetchPage = (cursor: string | null) => Promise<{ commits: HistoryCommit[]; cursor: string | null }>;

/** Reads a commit's history with GraphQL, newest first. */
export async function openHistory(
  client: GitHubClient,
  id: string,
  commitSha: string,
  start: HistoryStart,
): Promise<History> {
  const fetchNext: FetchPage = (cursor) => fetchPage(client, { id, oid: commitSha, cursor });
  if (start.since !== null) {
    const { since } = start;
    const newCommits = await countBetween(client, { id, since, oid: commitSha });
    const commits = await readUntil(fetchNext, since, newCommits);
    if (commits) return { isContinued: true, pages: onePage(commits) };
  }
  return { isContinued: false, pages: readAll(fetchNext, start.cursor) };
}

async function* readAll(fetchNext: FetchPage, from: string | null): AsyncGenerator<HistoryPage> {
  for (let cursor = from; ;) {
    const page = await fetchNext(cursor);
    yield { commits: page.commits.filter(isNotMerge).map(toCommit), cursor: page.cursor };
    if (page.cursor === null) return;
    cursor = page.cursor;
  }
}

async function* onePage(commits: readonly Commit[]): AsyncGenerator<HistoryPage> {
  yield { commits, cursor: null };
}

/**
 * Returns the commits after a known commit. GitHub has no query for them but counts ancestors: reads commits, dropping
 * those that turn out to be ancestors of the known one, until the number equals the difference of the counts. Undefined if
 * the known commit is not part of the history, or too old.
 */
async function readUntil(
  fetchNext: FetchPage,
  since: string,
  newCommits: number,
): Promise<Commit[] | undefined> {
  if (newCommits === 0) return [];
  if (newCommits < 0 || newCommits > MAX_NEW_COMMITS) return undefined;
  const taken = new Map<string, HistoryCommit>();
  const known = new Set([since]);
  let isMet = false;
  const drop = (oid: string): void => {
    const parents = parentsOf(taken.get(oid));
    known.add(oid);
    if (taken.delete(oid)) for (const parent of parents) drop(parent);
  };
  for (let cursor: string | null = null, pages = 0; pages < MAX_PAGES_OF_NEW; pages += 1) {
    const page = await fetchNext(cursor);
    for (const commit of page.commits) {
      const parents = parentsOf(commit);
      if (known.has(commit.oid)) for (const parent of parents) drop(parent);
      else taken.set(commit.oid, commit);
      isMet ||= commit.oid === since || parents.includes(since);
    }
    const isComplete = [...taken.values()].every((commit) =>
      parentsOf(commit).every((parent) => taken.has(parent) || known.has(parent)),
    );
    if (isMet && isComplete && taken.size === newCommits) {
      return [...taken.values()].filter(isNotMerge).map(toCommit);
    }
    if (page.cursor === null) return undefined;
    cursor = page.cursor;
  }
  return undefined;
}

const parentsOf = (commit: HistoryCommit | undefined): string[] =>
  commit?.parents.nodes.map(({ oid }) => oid) ?? [];

/** Returns the difference in ancestor counts. Negative if the older commit no longer exists. */
async function countBetween(
  client: GitHubClient,
  variables: { id: string; since: string; oid: string },
): Promise<number> {
  if (variables.oid === variables.since) return 0;
  const { data } = await client.graphql(HistoryCounts, HISTORY_COUNTS, variables);
  const count = (commit: { history?: { totalCount: number } | undefined } | null | undefined) =>
    commit?.history?.totalCount;
  const known = count(data.node?.known);
  return known === undefined ? -1 : (count(data.node?.head) ?? 0) - known || -1;
}

/** Halves the page size when GitHub cannot serve a page in time. */
async function fetchPage(
  client: GitHubClient,
  variables: { id: string; oid: string; cursor: string | null },
): ReturnType<FetchPage> {
  const fetchCommits = (count: number) => client.graphql(HistoryNode, HISTORY, { ...variables, count });
  const { data } = await fetchCommits(PAGE_SIZE).catch((error: unknown) => {
    if (error instanceof HostUnreachableError) return fetchCommits(SMALL_PAGE_SIZE);
    throw error;
  });
  const history = data.node?.object?.history;
  if (!history) throw new RepositoryUnreadableError(`${client.org.host} does not have this commit.`);
  const { nodes, pageInfo } = history;
  return {
    commits: nodes.filter((node) => node !== null),
    cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

const isNotMerge = ({ parents }: HistoryCommit): boolean => parents.totalCount < 2;

/** GitHub lists the author first, then the co-authors from trailers. */
const toCommit = ({ committedDate, messageHeadline, authors }: HistoryCommit): Commit => ({
  committedAt: Date.parse(committedDate) / 1000,
  subject: messageHeadline,
  authors: authors.nodes.flatMap((author) =>
    author
      ? [
          {
            name: author.name ?? "",
            email: author.email ?? "",
            ...(author.user && { login: author.user.login }),
          },
        ]
      : [],
  ),
});
