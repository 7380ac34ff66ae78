import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { schema as published } from "@octokit/graphql-schema";
import { buildSchema, graphql } from "graphql";
import { expectNone, type FakeGitHost } from "./fake-git-host.ts";
import { EXCHANGE, gitHubPeople, misuseOfExchange, type FakeApp, type FakePerson } from "./github-people.ts";
import { bearerOf, countResponse, restResponse } from "./github-rest.ts";
import {
  archiveOf,
  entriesAt,
  headOf,
  historyOf,
  HostedRepositories,
  type HostedCommit,
  type HostedEntry,
  type HostedRepository,
} from "./hosted-repositories.ts";
import { json, startFakeServer, type FakeResponse, type FakeRequest } from "./fake-server.ts";

/** A fake GitHub Enterprise Server with one organization. Uses GitHub's published GraphQL schema and parts of REST. */
export interface FakeGitHub extends FakeGitHost {
  login: string;
  /** Installations by ID, with the lifetime of their tokens. Each has access to all repositories. */
  installations: Map<string, { seconds: number }>;
  /** Users by single-use OAuth code. */
  codes: Map<string, FakePerson>;
}

const LOGIN = "acme";
const SCHEMA = buildSchema(published.idl, { assumeValidSDL: true });
const IS_LIST = /^\/api\/v3\/(?:user\/installations(?:\/\d+\/repositories)?|installation\/repositories)$/;
const PAGING = ["per_page", "page"];

/** `app`: the App whose JWTs are accepted. */
export async function startFakeGitHub(app?: FakeApp): Promise<FakeGitHub> {
  const key = app && createPublicKey(app.publicKey);
  const people = gitHubPeople(LOGIN, app);
  const api = await startFakeServer(async (request) => {
    fake.requests.push(`${request.method} ${request.path}`);
    const wrong = misuse(request);
    if (wrong !== undefined) {
      fake.violations.push(`${request.method} ${request.path}: ${wrong}`);
      return json(400, { message: wrong });
    }
    return fake.interfere(request) ?? (await answer(request));
  });
  /** Archives are served by another host at signed URLs. */
  const codeload = await startFakeServer(async ({ path, query, headers }) => {
    if (headers.authorization !== undefined) fake.violations.push("codeload: the credential was sent on");
    const [, id, sha] = /^\/(\d+)\/legacy\.tar\.gz\/(\w+)$/.exec(path) ?? [];
    const repository = fake.repositories.all.find((one) => String(one.id) === id);
    const entries = repository && entriesAt(repository, sha);
    if (!entries || query.get("token") !== "signed") return json(404, { message: "Not Found" });
    const body = await archiveOf(repository, entries);
    return { status: 200, headers: { "Content-Type": "application/x-gzip" }, body };
  });
  const fake: FakeGitHub = {
    login: LOGIN,
    url: `${api.origin}/${LOGIN}`,
    hosts: [api.origin, codeload.origin].map((origin) => new URL(origin).host),
    repositories: new HostedRepositories(),
    tokens: new Set(["valid-token"]),
    installations: new Map(),
    codes: people.codes,
    interfere: () => undefined,
    violations: [],
    requests: [],
    async close() {
      await Promise.all([api.close(), codeload.close()]);
      expectNone(fake.violations);
    },
  };

  async function answer(request: FakeRequest): Promise<FakeResponse> {
    const installation = /^\/api\/v3\/app\/installations\/(\d+)\/access_tokens$/.exec(request.path)?.[1];
    if (installation !== undefined) return issueToken(request, installation);
    const ofPerson = people.answer(request);
    if (ofPerson) return ofPerson;
    if (!fake.tokens.has(bearerOf(request))) {
      return json(401, { message: "Bad credentials", documentation_url: "https://docs.github.com/rest" });
    }
    return request.path === "/api/graphql" ? answerGraphQL(fake, request) : answerRest(request);
  }

  function issueToken(request: FakeRequest, id: string): FakeResponse {
    const installation = fake.installations.get(id);
    if (!key || !isSigned(bearerOf(request), app.id, key))
      return json(401, { message: "A JSON web token could not be decoded" });
    if (!installation) return json(404, { message: "Not Found" });
    const token = `installation-${id}-${fake.tokens.size}`;
    fake.tokens.add(token);
    const expires_at = new Date(Date.now() + installation.seconds * 1000).toISOString();
    return restResponse("installation-token", 201, { token, expires_at });
  }

  async function answerRest(request: FakeRequest): Promise<FakeResponse> {
    const { path } = request;
    if (path === "/api/v3/installation/repositories") {
      const isInstallation = bearerOf(request).startsWith("installation-");
      return isInstallation
        ? countResponse(fake.repositories.all.length)
        : json(403, { message: "Forbidden" });
    }
    if (IS_LIST.test(path)) return json(403, { message: "You must authenticate as a person" });
    const [, byId, owner, name, what, id] =
      /^\/api\/v3\/(?:repositories\/(\d+)|repos\/([^/]+)\/([^/]+))\/(git\/trees|git\/blobs|tarball)\/(\w+)$/.exec(
        path,
      ) ?? [];
    const { repositories } = fake;
    const found =
      byId === undefined
        ? owner === fake.login && repositories.find(name ?? "")
        : repositories.all.find((one) => String(one.id) === byId);
    if (!found) return redirectRenamed(repositories, { name, rest: `${what}/${id}` });
    if (what === "git/blobs") {
      const entry = found.commits.flatMap(({ entries }) => entries).find((one) => one.oid === id);
      return entry ? { status: 200, body: entry.text } : json(404, { message: "Not Found" });
    }
    const entries = entriesAt(found, id);
    if (!entries) return json(404, { message: "Not Found" });
    return what === "tarball"
      ? {
          status: 302,
          headers: { Location: `${codeload.origin}/${found.id}/legacy.tar.gz/${id}?token=signed` },
        }
      : restResponse("git-tree", 200, treeOf(id, entries));
  }

  /** Redirects the former name of a renamed repository. */
  function redirectRenamed(
    repositories: HostedRepositories,
    { name, rest }: { name: string | undefined; rest: string },
  ): FakeResponse {
    const renamed = repositories.all.find((one) => one.formerPaths.includes(name ?? ""));
    if (!renamed) return json(404, { message: "Not Found" });
    const location = `${api.origin}/api/v3/repositories/${renamed.id}/${rest}`;
    return json(301, { message: "Moved Permanently", url: location }, { Location: location });
  }

  return fake;
}

/** Returns what is wrong with a request, if anything. */
function misuse(request: FakeRequest): string | undefined {
  const { method, path, query, headers } = request;
  if (!headers["user-agent"]) return "no User-Agent";
  if (path === EXCHANGE) return misuseOfExchange(request);
  if (!/^Bearer \S+$/.test(headers.authorization ?? "")) return "no Authorization";
  if (!/^application\/vnd\.github[.+]/.test(headers.accept ?? "")) return "no Accept";
  if (headers["x-github-api-version"] !== "2022-11-28") return "no X-GitHub-Api-Version";
  const allowed = /\/git\/trees\/\w+$/.test(path) ? ["recursive"] : IS_LIST.test(path) ? PAGING : [];
  const unknown = [...query.keys()].find((name) => !allowed.includes(name));
  if (unknown !== undefined) return `unknown parameter ${unknown}`;
  const known = {
    GET: /^\/api\/v3\/(?:repositories\/\d+|repos\/[^/]+\/[^/]+)\/(?:git\/trees|git\/blobs|tarball)\/[0-9a-f]{40}$/,
    POST: /^\/api\/(?:graphql|v3\/app\/installations\/\d+\/access_tokens)$/,
  }[method];
  return known?.test(path) || (method === "GET" && IS_LIST.test(path)) ? undefined : "unknown path";
}

function isSigned(jwt: string, appId: string, key: KeyObject): boolean {
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const isOurs = verify(
    "RSA-SHA256",
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, "base64url"),
  );
  if (!isOurs) return false;
  const { iss, iat, exp } = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<
    string,
    unknown
  >;
  const now = Date.now() / 1000;
  return iss === appId && Number(iat) <= now && Number(exp) > now && Number(exp) - now <= 600;
}

/** Executes queries against the published schema, which validates queries and results. */
async function answerGraphQL(fake: FakeGitHub, { body }: FakeRequest): Promise<FakeResponse> {
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
      return history.length === 0 ? null : { __typename: "Commit", history: pageOf.bind(null, history) };
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
function pageOf(
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
      authors: { nodes: commit.authors },
    })),
  };
}

function treeOf(sha: string | undefined, entries: readonly HostedEntry[]) {
  const folders = new Set(
    entries.flatMap(({ path }) => {
      const parts = path.split("/").slice(0, -1);
      return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    }),
  );
  return {
    sha,
    truncated: false,
    tree: [
      ...[...folders].map((path) => ({ path, mode: "040000", type: "tree", sha: "0".repeat(40) })),
      ...entries.map(({ path, mode, oid }) => ({
        path,
        mode,
        type: mode === "160000" ? "commit" : "blob",
        sha: oid,
      })),
    ],
  };
}
