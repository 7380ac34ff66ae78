import { buildSchema, graphql } from "graphql";
import * as z from "zod";
import { expectNone, TOKEN_USER, type FakeGitHost } from "./fake-git-host.ts";
import { CHANGE_ENDPOINTS, CHANGE_ENTITIES } from "./gitlab-changes.ts";
import { HostedChanges } from "./hosted-changes.ts";
import {
  archiveOf,
  entriesAt,
  headOf,
  historyOf,
  HostedRepositories,
  type HostedRepository,
} from "./hosted-repositories.ts";
import { findEndpoint, pageOf } from "./repository-endpoint.ts";
import { json, startFakeServer, type FakeResponse, type FakeRequest } from "./fake-server.ts";

/**
 * The parts of GitLab's published API that the adapter uses, written by hand because no package contains them. REST entities
 * have the names of GitLab's OpenAPI document, and GraphQL types and arguments those of its schema.
 */
const ENTITIES = {
  ...CHANGE_ENTITIES,
  API_Entities_Group: z.strictObject({ id: z.int(), full_path: z.string(), web_url: z.string() }),
  API_Entities_Project: z.strictObject({
    id: z.int(),
    name: z.string(),
    path: z.string(),
    path_with_namespace: z.string(),
    http_url_to_repo: z.url(),
    default_branch: z.string().nullable(),
    archived: z.boolean(),
    visibility: z.enum(["public", "internal", "private"]),
    empty_repo: z.boolean(),
    last_activity_at: z.iso.datetime(),
    forked_from_project: z.object({ id: z.int() }).optional(),
  }),
  API_Entities_Tag: z.strictObject({ name: z.string(), target: z.string() }),
  API_Entities_Commit: z.strictObject({
    id: z.string(),
    parent_ids: z.array(z.string()),
    author_name: z.string(),
    author_email: z.string(),
    committed_date: z.iso.datetime(),
    title: z.string(),
    trailers: z.record(z.string(), z.string()),
    extended_trailers: z.record(z.string(), z.array(z.string())),
  }),
  API_Entities_TreeObject: z.strictObject({
    id: z.string(),
    name: z.string(),
    type: z.enum(["blob", "tree", "commit"]),
    path: z.string(),
    mode: z.string(),
  }),
};

const SCHEMA = buildSchema(`
  type Query { projects(ids: [ID!], first: Int, after: String): ProjectConnection }
  type ProjectConnection { nodes: [Project] }
  type Project { id: ID!, fullPath: ID!, repository: Repository }
  type Repository { rootRef: String, empty: Boolean!, exists: Boolean!, tree(path: String, ref: String): Tree }
  type Tree { lastCommit: Commit }
  type Commit { id: ID!, sha: String! }
`);

const IS_OF_PROJECT = /^\/api\/v4\/projects\/(\d+)(?:\/(.+))?$/;

/** The parameters of each path, apart from those of `CHANGE_ENDPOINTS`. */
const KNOWN: [method: string, path: RegExp, parameters: string[]][] = [
  ["POST", /^\/api\/graphql$/, []],
  ["GET", /^\/api\/v4\/groups\/[^/]+$/, ["with_projects"]],
  [
    "GET",
    /^\/api\/v4\/groups\/[^/]+\/projects$/,
    ["include_subgroups", "with_shared", "order_by", "sort", "per_page", "pagination", "id_after"],
  ],
  ["GET", /^\/api\/v4\/projects\/\d+$/, []],
  ["GET", /^\/api\/v4\/user$/, []],
  ["GET", /^\/api\/v4\/projects\/\d+\/repository\/tags$/, ["order_by", "sort", "per_page"]],
  ["GET", /^\/api\/v4\/projects\/\d+\/repository\/tree$/, ["ref", "recursive", "pagination"]],
  ["GET", /^\/api\/v4\/projects\/\d+\/repository\/commits$/, ["ref_name", "trailers", "per_page", "page"]],
  ["GET", /^\/api\/v4\/projects\/\d+\/repository\/blobs\/[0-9a-f]{40}\/raw$/, []],
  ["GET", /^\/api\/v4\/projects\/\d+\/repository\/archive\.tar\.gz$/, ["sha", "include_lfs_blobs"]],
];

/** A fake self-hosted GitLab with one group. */
export async function startFakeGitLab(): Promise<FakeGitHost> {
  const server = await startFakeServer(async (request) => {
    fake.requests.push(`${request.method} ${request.path}`);
    const wrong = misuse(request);
    if (wrong !== undefined) {
      fake.violations.push(`${request.method} ${request.path}: ${wrong}`);
      return json(400, { error: wrong });
    }
    return fake.interfere(request) ?? (await answer(request));
  });
  const repositories = new HostedRepositories();
  const fake: FakeGitHost = {
    url: `${server.origin}/acme`,
    hosts: [new URL(server.origin).host],
    repositories,
    changes: new HostedChanges(repositories),
    tokens: new Set(["valid-token"]),
    withheld: new Map(),
    writesLeft: Infinity,
    interfere: () => undefined,
    violations: [],
    requests: [],
    async close() {
      await server.close();
      expectNone(fake.violations);
    },
  };

  async function answer(request: FakeRequest): Promise<FakeResponse> {
    const token = request.headers["private-token"];
    if (token === undefined) return json(404, { message: "404 Group Not Found" });
    if (!fake.tokens.has(String(token))) return json(401, { message: "401 Unauthorized" });
    if (request.path === "/api/graphql") return answerGraphQL(fake, request);
    const [, group, projects] = /^\/api\/v4\/groups\/([^/]+)(\/projects)?$/.exec(request.path) ?? [];
    if (group !== undefined && decodeURIComponent(group) !== "acme")
      return json(404, { message: "404 Group Not Found" });
    if (projects !== undefined) return listProjects(request);
    if (group !== undefined)
      return entity("API_Entities_Group", { id: 7, full_path: "acme", web_url: fake.url });
    if (request.path === "/api/v4/user")
      return entity("API_Entities_UserBasic", { id: TOKEN_USER.id, username: TOKEN_USER.login });
    const [, id, rest = ""] = IS_OF_PROJECT.exec(request.path) ?? [];
    const project = repositories.all.find((one) => String(one.id) === id);
    if (!project) return json(404, { message: "404 Project Not Found" });
    return answerEndpoint(request, project, rest) ?? answerProject(project, rest, request, server.origin);
  }

  /** Returns undefined for paths that are not in `CHANGE_ENDPOINTS`. */
  function answerEndpoint(
    { method, path, query, headers, body: text }: FakeRequest,
    repository: HostedRepository,
    rest: string,
  ): FakeResponse | undefined {
    const { endpoint, groups } = findEndpoint(CHANGE_ENDPOINTS, method, rest) ?? {};
    if (!endpoint || !groups) return undefined;
    const lacks = fake.withheld.get(String(headers["private-token"])) ?? [];
    const isWrite = method !== "GET";
    if (isWrite && lacks.includes("api")) {
      const error_description = "The request requires higher privileges than provided by the access token.";
      return json(403, { error: "insufficient_scope", error_description, scope: "api" });
    }
    if (lacks.includes(endpoint.permission ?? "")) return json(403, { message: "403 Forbidden" });
    if (isWrite && (fake.writesLeft -= 1) < 0) return json(429, {}, { "Retry-After": "60" });
    const body = endpoint.body?.safeParse(JSON.parse(text));
    if (body?.success === false) {
      fake.violations.push(`${method} ${path}: ${body.error.message}`);
      return json(400, { error: body.error.message });
    }
    const url = `${server.origin}${path}`;
    const asked = { fake, repository, query, url, body: body?.data, author: TOKEN_USER };
    return endpoint.answer(asked, ...groups);
  }

  /** Keyset pagination by ID. */
  function listProjects({ path, query }: FakeRequest): FakeResponse {
    if (
      query.get("pagination") !== "keyset" ||
      query.get("order_by") !== "id" ||
      query.get("sort") !== "asc"
    ) {
      return json(405, { error: "Keyset pagination is not yet available for this type of request" });
    }
    const size = Math.min(Number(query.get("per_page") ?? 20), 100);
    const left = fake.repositories.all.filter((one) => one.id > Number(query.get("id_after") ?? 0));
    const page = left.slice(0, size);
    const next = new URLSearchParams(query);
    next.set("id_after", String(page.at(-1)?.id));
    const link = `<${server.origin}${path}?${next.toString()}>; rel="next"`;
    const projects = page.map((one) => ENTITIES.API_Entities_Project.parse(projectOf(one)));
    return json(200, projects, left.length > size ? { Link: link } : {});
  }

  return fake;
}

/** Returns what is wrong with a request, if anything. */
function misuse({ method, path, query, headers }: FakeRequest): string | undefined {
  if (!headers["user-agent"]) return "no User-Agent";
  if (headers.accept !== "application/json") return "no Accept";
  const change = findEndpoint(CHANGE_ENDPOINTS, method, IS_OF_PROJECT.exec(path)?.[2] ?? "");
  const known = KNOWN.find(([verb, pattern]) => verb === method && pattern.test(path));
  if (!known && !change) return "unknown path";
  const allowed = change?.endpoint.parameters ?? known?.[2] ?? [];
  const unknown = [...query.keys()].find((name) => !allowed.includes(name));
  return unknown === undefined ? undefined : `unknown parameter ${unknown}`;
}

const entity = (name: keyof typeof ENTITIES, value: unknown): FakeResponse =>
  json(200, ENTITIES[name].parse(value));

const projectOf = (repository: HostedRepository) => ({
  id: repository.id,
  name: repository.path,
  path: repository.path.slice(repository.path.lastIndexOf("/") + 1),
  path_with_namespace: `acme/${repository.path}`,
  http_url_to_repo: `https://gitlab.com/acme/${repository.path}.git`,
  default_branch: repository.commits.length === 0 ? null : repository.defaultBranch,
  archived: repository.archived,
  visibility: repository.visibility,
  empty_repo: repository.commits.length === 0,
  last_activity_at: repository.pushedAt.toISOString(),
  ...(repository.isFork && { forked_from_project: { id: 1 } }),
});

async function answerProject(
  project: HostedRepository,
  rest: string,
  { path: asked, query }: FakeRequest,
  origin: string,
): Promise<FakeResponse> {
  if (rest === "") return entity("API_Entities_Project", projectOf(project));
  if (rest === "repository/tags") {
    const target = headOf(project) ?? "";
    return json(
      200,
      project.tags.toReversed().map((name) => ENTITIES.API_Entities_Tag.parse({ name, target })),
    );
  }
  if (rest === "repository/commits") return answerCommits(project, `${origin}${asked}`, query);
  const [, oid] = /^repository\/blobs\/(\w+)\/raw$/.exec(rest) ?? [];
  const blob = project.commits.flatMap(({ entries }) => entries).find((one) => one.oid === oid);
  if (blob) return { status: 200, body: blob.text };
  const entries = entriesAt(project, query.get("ref") ?? query.get("sha") ?? undefined);
  if (!entries) return json(404, { message: "404 Not Found" });
  if (rest === "repository/archive.tar.gz") return { status: 200, body: await archiveOf(project, entries) };
  const tree = entries.map(({ path, mode, oid: id }) => ({
    id,
    name: path.slice(path.lastIndexOf("/") + 1),
    type: mode === "160000" ? "commit" : "blob",
    path,
    mode,
  }));
  return json(
    200,
    tree.map((one) => ENTITIES.API_Entities_TreeObject.parse(one)),
  );
}

/** `ref_name` may be a range. */
function answerCommits(project: HostedRepository, url: string, query: URLSearchParams): FakeResponse {
  const [from, to] = (query.get("ref_name") ?? "").split("..");
  const history = historyOf(project, to ?? from);
  if (history.length === 0) return json(404, { message: "404 Repository Not Found" });
  const known = to === undefined ? [] : historyOf(project, from);
  const commits = history.filter((commit) => !known.includes(commit));
  const { page, headers } = pageOf(commits, { query, url });
  return json(
    200,
    page.map((commit) => {
      const [author, ...others] = commit.authors;
      const trailers = others.map(({ name, email }) => `${name} <${email}>`);
      const hasTrailers = query.get("trailers") === "true" && trailers.length > 0;
      return ENTITIES.API_Entities_Commit.parse({
        id: commit.sha,
        parent_ids: commit.parents,
        author_name: author?.name,
        author_email: author?.email,
        committed_date: commit.committedAt.toISOString(),
        title: commit.subject,
        trailers: hasTrailers ? { "Co-authored-by": trailers.at(-1) } : {},
        extended_trailers: hasTrailers ? { "Co-authored-by": trailers } : {},
      });
    }),
    headers,
  );
}

async function answerGraphQL(fake: FakeGitHost, { body }: FakeRequest): Promise<FakeResponse> {
  const { query, variables } = JSON.parse(body) as { query: string; variables: Record<string, unknown> };
  const rootValue = {
    projects: ({ ids }: { ids: string[] }) => ({
      nodes: fake.repositories.all
        .map((one) => ({ id: `gid://gitlab/Project/${one.id}`, head: headOf(one) }))
        .filter(({ id }) => ids.includes(id))
        .map(({ id, head }) => ({
          id,
          repository: { tree: head === undefined ? null : { lastCommit: { id: head, sha: head } } },
        })),
    }),
  };
  const result = await graphql({ schema: SCHEMA, source: query, rootValue, variableValues: variables });
  for (const error of result.errors ?? []) fake.violations.push(`GraphQL: ${error.message}`);
  return json(200, result);
}
