import {
  CredentialRefusedError,
  HostRefusedError,
  HostUnreachableError,
  type GitHost,
  type ListedRepository,
  type ListingPage,
} from "@knockon/core/ports/git-host";
import { archiveSnapshot } from "../archive/archive-snapshot.ts";
import {
  OwnerId,
  OwnerRepositories,
  RepositoryNodes,
  type GraphQLError,
  type Repository,
} from "./responses.ts";
import { gitHubChangeHost } from "./change-host.ts";
import type { GitHubClient } from "./github-client.ts";
import { openHistory } from "./history.ts";
import { hostedCommit } from "./hosted-commit.ts";
import { OWNER_ID, OWNER_REPOSITORIES, REPOSITORIES_BY_ID } from "./queries.ts";

/** GitHub's maximum page size. */
const PAGE_SIZE = 100;
const SMALL_PAGE_SIZE = 20;

/** A GitHub organization or user as a host. Uses GraphQL node IDs, which allow batch lookups. */
export const gitHubGitHost = (client: GitHubClient): GitHost => ({
  changes: gitHubChangeHost(client),
  async identify() {
    const { login } = client.org;
    const { data, errors } = await client.graphql(OwnerId, OWNER_ID, { login });
    if (!data.repositoryOwner) throw absentOwner(client, errors);
    return { platformId: data.repositoryOwner.id };
  },
  listRepositories: (cursor) => listRepositories(client, cursor),
  async findRepositories(platformIds) {
    const found: ListedRepository[] = [];
    for (let start = 0; start < platformIds.length; start += PAGE_SIZE) {
      const ids = platformIds.slice(start, start + PAGE_SIZE);
      const { data } = await client.graphql(RepositoryNodes, REPOSITORIES_BY_ID, { ids });
      found.push(...data.nodes.filter((node) => node !== null).map(toListed));
    }
    return found.filter(({ fullPath }) => isOf(client.org.login, fullPath));
  },
  async openSnapshot({ fullPath }, commitSha) {
    return archiveSnapshot(hostedCommit(client, fullPath, commitSha));
  },
  openHistory: ({ platformId }, commitSha, start) => openHistory(client, platformId, commitSha, start),
});

async function listRepositories(client: GitHubClient, cursor: string | null): Promise<ListingPage> {
  const { data, errors } = await fetchPage(client, cursor);
  if (!data.repositoryOwner) throw absentOwner(client, errors);
  const { nodes, pageInfo } = data.repositoryOwner.repositories;
  const repositories = nodes.filter((node) => node !== null).map(toListed);
  const withheld = nodes.length - repositories.length;
  return {
    repositories,
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    incomplete: withheld === 0 ? null : `${client.org.host} withheld ${withheld} repositories.`,
  };
}

/** Halves the page size when GitHub cannot serve a page in time. */
async function fetchPage(client: GitHubClient, cursor: string | null) {
  const fetchRepositories = (count: number) =>
    client.graphql(OwnerRepositories, OWNER_REPOSITORIES, { login: client.org.login, cursor, count });
  try {
    return await fetchRepositories(PAGE_SIZE);
  } catch (error) {
    if (error instanceof HostUnreachableError) return fetchRepositories(SMALL_PAGE_SIZE);
    throw error;
  }
}

function absentOwner({ org: { host, login } }: GitHubClient, errors: readonly GraphQLError[]): Error {
  return errors.some(({ type }) => type === "FORBIDDEN")
    ? new CredentialRefusedError(`${host} denies this credential access to ${login}.`)
    : new HostRefusedError(`${host} has no organization or user ${login} that the credential can access.`);
}

/** Whether the repository still belongs to the org. It may have been transferred. */
const isOf = (login: string, fullPath: string): boolean =>
  fullPath.slice(0, fullPath.indexOf("/")).toLowerCase() === login.toLowerCase();

const VISIBILITIES = { PUBLIC: "public", INTERNAL: "internal", PRIVATE: "private" } as const;

const toListed = (repository: Repository): ListedRepository => ({
  platformId: repository.id,
  name: repository.name,
  fullPath: repository.nameWithOwner,
  cloneUrl: `${repository.url}.git`,
  defaultBranch: repository.defaultBranchRef?.name ?? null,
  archived: repository.isArchived,
  isFork: repository.isFork,
  visibility: VISIBILITIES[repository.visibility],
  lastActivityAt: repository.pushedAt === null ? null : new Date(repository.pushedAt),
  headCommitSha: repository.defaultBranchRef?.target?.oid ?? null,
  tags: repository.refs?.nodes.flatMap((tag) => tag?.name ?? []) ?? [],
});
