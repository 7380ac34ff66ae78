import { schema as published } from "@octokit/graphql-schema";
import { buildSchema, graphql } from "graphql";
import type { FakeGitHub } from "./fake-github.ts";
import { json, type FakeResponse, type FakeRequest } from "./fake-server.ts";
import { headOf, historyOf, type HostedCommit, type HostedRepository } from "./hosted-repositories.ts";

const SCHEMA = buildSchema(published.idl, { assumeValidSDL: true });

/** Executes queries against the published schema, which validates queries and results. */
export async function answerGraphQL(fake: FakeGitHub, { body }: FakeRequest): Promise<FakeResponse> {
  const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
  const { all } = fake.repositories;
  const rootValue = {
    repositoryOwner: ({ login }: { login: string }) =>
      login !== fake.login
        ? null
        : {
            __typename: "Organization",
            id: `O_${fake.login}`,
            repositories: ({ first, after }: { first: number; after: string | null }) => {
              const start =
                after === null || after === undefined ? 0 : all.findIndex((one) => one.id > Number(after));
              const page = start === -1 ? [] : all.slice(start, start + first);
              return {
                pageInfo: {
                  endCursor: page.at(-1) ? String(page.at(-1)?.id) : null,
                  hasNextPage: start !== -1 && start + first < all.length,
                },
                nodes: page.map((one) => repositoryNode(fake, one)),
              };
            },
          },
    node: ({ id }: { id: string }) => {
      const found = all.find((one) => nodeId(one) === id);
      return found ? repositoryNode(fake, found) : null;
    },
    nodes: ({ ids }: { ids: string[] }) =>
      ids.map((id) => {
        const found = all.find((one) => nodeId(one) === id);
        return found ? repositoryNode(fake, found) : null;
      }),
  };
  const result = await graphql({ schema: SCHEMA, source: query, rootValue, variableValues: variables });
  for (const error of result.errors ?? []) fake.violations.push(`GraphQL: ${error.message}`);
  return json(200, result);
}

const nodeId = ({ id }: HostedRepository): string => `R_${id}`;

function repositoryNode(fake: FakeGitHub, repository: HostedRepository) {
  const head = headOf(repository);
  return {
    __typename: "Repository",
    id: nodeId(repository),
    name: repository.path,
    nameWithOwner: `${fake.login}/${repository.path}`,
    url: `https://github.com/${fake.login}/${repository.path}`,
    isArchived: repository.archived,
    isFork: repository.isFork,
    visibility: repository.visibility.toUpperCase(),
    pushedAt: head === undefined ? null : repository.pushedAt.toISOString(),
    defaultBranchRef:
      head === undefined
        ? null
        : { name: repository.defaultBranch, target: { __typename: "Commit", oid: head } },
    object: ({ oid }: { oid: string }) => {
      const history = historyOf(repository, oid);
      return history.length === 0 ? null : { __typename: "Commit", history: historyPage.bind(null, history) };
    },
    refs: ({ first }: { first: number }) => ({
      nodes: repository.tags
        .toReversed()
        .slice(0, first)
        .map((name) => ({ name })),
    }),
  };
}

/** Cursors contain a commit and an offset, as on GitHub. */
function historyPage(
  history: readonly HostedCommit[],
  { first, after }: { first: number; after?: string | null },
) {
  const start = Number(after?.split(" ")[1] ?? -1) + 1;
  const end = start + first;
  return {
    totalCount: history.length,
    pageInfo: { endCursor: `${history[0]?.sha} ${end - 1}`, hasNextPage: end < history.length },
    nodes: history.slice(start, end).map((commit) => ({
      oid: commit.sha,
      committedDate: commit.committedAt.toISOString(),
      messageHeadline: commit.subject,
      parents: { totalCount: commit.parents.length, nodes: commit.parents.map((oid) => ({ oid })) },
      authors: {
        nodes: commit.authors.map(({ login, ...author }) => ({
          ...author,
          user: login === undefined ? null : { login },
        })),
      },
    })),
  };
}
