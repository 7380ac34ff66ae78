import {
  RepositoryUnreadableError,
  type History,
  type HistoryPage,
  type HistoryStart,
} from "@knockon/core/ports/git-host";
import { MAX_CO_AUTHORS, parseCoAuthor, type Commit } from "@knockon/extract/history/commit";
import { readJson } from "../http/read-response.ts";
import { Commits, MergeBase, type HistoryCommit } from "./responses.ts";
import { nextQuery, type GitLabClient } from "./gitlab-client.ts";

const PAGE_SIZE = 100;

/** Reads a commit's history with REST, newest first. A cursor is the query string of the next page. */
export async function openHistory(
  client: GitLabClient,
  projectId: string,
  commitSha: string,
  { since, cursor }: HistoryStart,
): Promise<History> {
  const repository = `/projects/${encodeURIComponent(projectId)}/repository`;
  const isContinued = since !== null && (await isAncestor(client, repository, since, commitSha));
  const first = new URLSearchParams({
    ref_name: isContinued ? `${since}..${commitSha}` : commitSha,
    trailers: "true",
    per_page: String(PAGE_SIZE),
  });
  return { isContinued, pages: readPages(client, repository, cursor ?? first.toString()) };
}

/** Returns false if the older commit no longer exists. */
async function isAncestor(
  client: GitLabClient,
  repository: string,
  older: string,
  newer: string,
): Promise<boolean> {
  try {
    const response = await client.ofProject(
      `${repository}/merge_base?refs%5B%5D=${older}&refs%5B%5D=${newer}`,
    );
    return (await readJson(client.group.host, response, MergeBase)).id === older;
  } catch (error) {
    if (error instanceof RepositoryUnreadableError) return false;
    throw error;
  }
}

async function* readPages(
  client: GitLabClient,
  repository: string,
  first: string,
): AsyncGenerator<HistoryPage> {
  for (let query: string | null = first; query !== null;) {
    const response = await client.ofProject(`${repository}/commits?${query}`);
    const commits = await readJson(client.group.host, response, Commits);
    query = nextQuery(response.headers["link"]);
    yield {
      commits: commits.filter(({ parent_ids: { length } }) => length < 2).map(toCommit),
      cursor: query,
    };
  }
}

const toCommit = (commit: HistoryCommit): Commit => ({
  committedAt: Date.parse(commit.committed_date) / 1000,
  subject: commit.title,
  authors: [
    { name: commit.author_name, email: commit.author_email },
    ...Object.entries(commit.extended_trailers ?? {})
      .filter(([key]) => key.toLowerCase() === "co-authored-by")
      .flatMap(([, values]) => values)
      .slice(0, MAX_CO_AUTHORS)
      .flatMap(parseCoAuthor),
  ],
});
