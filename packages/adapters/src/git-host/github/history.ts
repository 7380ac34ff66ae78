import {
  HostUnreachableError,
  RepositoryUnreadableError,
  type History,
  type HistoryPage,
  type HistoryStart,
} from "@knockon/core/ports/git-host";
import type { Commit } from "@knockon/extract/history/commit";
import { HistoryCounts, HistoryNode, type HistoryCommit } from "./answers.ts";
import type { GitHubClient } from "./github-client.ts";
import { HISTORY, HISTORY_COUNTS } from "./queries.ts";

/** GitHub gives no more of anything at once. */
const PAGE_SIZE = 100;
const SMALL_PAGE_SIZE = 20;
/** A longer way to the known commit is not walked: everything is read, and can be in several goes. */
const MAX_NEW_COMMITS = 5000;

/** A page of the history, from the newest commit on. */
type Ask = (cursor: string | null) => Promise<{ commits: HistoryCommit[]; cursor: string | null }>;

/** A commit's history by GraphQL, the newest first. */
export async function openHistory(
  client: GitHubClient,
  id: string,
  commitSha: string,
  start: HistoryStart,
): Promise<History> {
  const ask: Ask = (cursor) => askForPage(client, { id, oid: commitSha, cursor });
  if (start.since !== null) {
    const { since } = start;
    const newCommits = await countBetween(client, { id, since, oid: commitSha });
    const commits = await readUntil(ask, since, newCommits);
    if (commits) return { isContinued: true, pages: onePage(commits) };
  }
  return { isContinued: false, pages: readAll(ask, start.cursor) };
}

async function* readAll(ask: Ask, from: string | null): AsyncGenerator<HistoryPage> {
  for (let cursor = from; ;) {
    const page = await ask(cursor);
    yield { commits: page.commits.filter(isNoMerge).map(toCommit), cursor: page.cursor };
    if (page.cursor === null) return;
    cursor = page.cursor;
  }
}

async function* onePage(commits: readonly Commit[]): AsyncGenerator<HistoryPage> {
  yield { commits, cursor: null };
}

/**
 * What came after a known commit. The host has no list of it, but counts what leads to a commit: commits are taken, and
 * given back once they turn out to lead to the known one, until as many are left as the counts differ by. Undefined where the
 * known commit is none of the history, or too far back.
 */
async function readUntil(ask: Ask, since: string, newCommits: number): Promise<Commit[] | undefined> {
  if (newCommits === 0) return [];
  if (newCommits < 0 || newCommits > MAX_NEW_COMMITS) return undefined;
  const taken = new Map<string, HistoryCommit>();
  const known = new Set([since]);
  let isMet = false;
  const giveBack = (oid: string): void => {
    const parents = parentsOf(taken.get(oid));
    known.add(oid);
    if (taken.delete(oid)) for (const parent of parents) giveBack(parent);
  };
  for (let cursor: string | null = null; ;) {
    const page = await ask(cursor);
    for (const commit of page.commits) {
      const parents = parentsOf(commit);
      if (known.has(commit.oid)) for (const parent of parents) giveBack(parent);
      else taken.set(commit.oid, commit);
      isMet ||= commit.oid === since || parents.includes(since);
    }
    const isComplete = [...taken.values()].every((commit) =>
      parentsOf(commit).every((parent) => taken.has(parent) || known.has(parent)),
    );
    if (isMet && isComplete && taken.size === newCommits) {
      return [...taken.values()].filter(isNoMerge).map(toCommit);
    }
    if (page.cursor === null) return undefined;
    cursor = page.cursor;
  }
}

const parentsOf = (commit: HistoryCommit | undefined): string[] =>
  commit?.parents.nodes.map(({ oid }) => oid) ?? [];

/** How many more commits lead to the one than to the other; negative where the other is gone. */
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

/** A page that is too much work for the host to answer in time comes in smaller ones. */
async function askForPage(
  client: GitHubClient,
  variables: { id: string; oid: string; cursor: string | null },
): ReturnType<Ask> {
  const ask = (count: number) => client.graphql(HistoryNode, HISTORY, { ...variables, count });
  const { data } = await ask(PAGE_SIZE).catch((error: unknown) => {
    if (error instanceof HostUnreachableError) return ask(SMALL_PAGE_SIZE);
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

const isNoMerge = ({ parents }: HistoryCommit): boolean => parents.totalCount < 2;

/** The host puts the author first, then the co-authors of the message's trailers. */
const toCommit = ({ committedDate, authors }: HistoryCommit): Commit => ({
  committedAt: Date.parse(committedDate) / 1000,
  authors: authors.nodes.flatMap((author) =>
    author ? [{ name: author.name ?? "", email: author.email ?? "" }] : [],
  ),
});
