import { buildSchema, graphql } from "graphql";
import * as z from "zod";
import { expectNone, type FakeGitHost } from "./fake-git-host.ts";
import {
  archiveOf,
  entriesAt,
  headOf,
  historyOf,
  HostedRepositories,
  type HostedRepository,
} from "./hosted-repositories.ts";
import { json, startFakeServer, type FakeResponse, type FakeRequest } from "./fake-server.ts";

/**
 * The parts of GitLab's published API that the adapter uses, written by hand because no package contains them. REST entities
 * have the names of GitLab's OpenAPI document, and GraphQL types and arguments those of its schema.
 */
const ENTITIES = {
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
  API_Entities_Branch: z.strictObject({ name: z.string(), commit: z.object({ id: z.string() }) }),
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

/** The parameters of each path. */
const KNOWN: [method: string, path: RegExp, parameters: string[]][] = [
  ["POST", /^\/api\/graphql$/, []],
  ["GET", /^\/api\/v4\/groups\/[^/]+$/, ["with_projects"]],
  [
    "GET",
    /^\/api\/v4\/groups\/[^/]+\/projects$/,
    ["include_subgroups", "with_shared", "order_by", "sort", "per_page", "pagination", "id_after"],
  ],
  ["GET", /^\/api\/v4\/projects\/\d+$/, []],
  ["GET", /^\/api\/v4\/projects\/\d+\/repository\/branches\/[^/]+$/, []],
  ["GET", /^\/api\/v4\/projects\/\d+\/repository\/tags$/, ["order_by", "sort", "per_page"]],
  ["GET", /^\/api\/v4\/projects\/\d+\/repository\/tree$/, ["ref", "recursive", "pagination"]],
  ["GET", /^\/api\/v4\/projects\/\d+\/repository\/commits$/, ["ref_name", "trailers", "per_page", "page"]],
  ["GET", /^\/api\/v4\/projects\/\d+\/repository\/merge_base$/, ["refs[]"]],
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
  const fake: FakeGitHost = {
    url: `${server.origin}/acme`,
    hosts: [new URL(server.origin).host],
    repositories: new HostedRepositories(),
    tokens: new Set(["valid-token"]),
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
    const [, id, rest = ""] = /^\/api\/v4\/projects\/(\d+)(?:\/repository\/(.+))?$/.exec(request.path) ?? [];
    const project = fake.repositories.all.find((one) => String(one.id) === id);
    return project
      ? answerProject(project, rest, request, server.origin)
      : json(404, { message: "404 Project Not Found" });
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
  const known = KNOWN.find(([verb, pattern]) => verb === method && pattern.test(path));
  if (!known) return "unknown path";
  const unknown = [...query.keys()].find((name) => !known[2].includes(name));
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
  const head = headOf(project);
  if (rest === "tags") {
    const target = head ?? "";
    return json(
      200,
      project.tags.toReversed().map((name) => ENTITIES.API_Entities_Tag.parse({ name, target })),
    );
  }
  if (rest === `branches/${project.defaultBranch}` && head !== undefined) {
    return entity("API_Entities_Branch", { name: project.defaultBranch, commit: { id: head } });
  }
  if (rest === "commits") return answerCommits(project, `${origin}${asked}`, query);
  if (rest === "merge_base") return answerMergeBase(project, query.getAll("refs[]"));
  const [, oid] = /^blobs\/(\w+)\/raw$/.exec(rest) ?? [];
  const blob = project.commits.flatMap(({ entries }) => entries).find((one) => one.oid === oid);
  if (blob) return { status: 200, body: blob.text };
  const entries = entriesAt(project, query.get("ref") ?? query.get("sha") ?? undefined);
  if (!entries) return json(404, { message: "404 Not Found" });
  if (rest === "archive.tar.gz") return { status: 200, body: await archiveOf(project, entries) };
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
  const size = Math.min(Number(query.get("per_page") ?? 20), 100);
  const page = Number(query.get("page") ?? 1);
  const next = new URLSearchParams(query);
  next.set("page", String(page + 1));
  const hasMore = page * size < commits.length;
  return json(
    200,
    commits.slice((page - 1) * size, page * size).map((commit) => {
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
    hasMore ? { Link: `<${url}?${next.toString()}>; rel="next"` } : {},
  );
}

function answerMergeBase(project: HostedRepository, [one, other]: string[]): FakeResponse {
  const mine = historyOf(project, one);
  const theirs = new Set(historyOf(project, other));
  const base = mine.find((commit) => theirs.has(commit));
  if (!base) return json(404, { message: "404 Merge Base Not Found" });
  return json(200, { id: base.sha });
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
