import { createPublicKey, verify, type KeyObject } from "node:crypto";
import { expectNone, TOKEN_USER, type FakeGitHost } from "./fake-git-host.ts";
import { CHANGE_ENDPOINTS } from "./github-changes.ts";
import { answerGraphQL } from "./github-graphql.ts";
import { EXCHANGE, gitHubPeople, misuseOfExchange, type FakeApp, type FakePerson } from "./github-people.ts";
import {
  appObject,
  bearerOf,
  countResponse,
  invalid,
  notFound,
  restResponse,
  userObject,
} from "./github-rest.ts";
import { HostedChanges, type HostedAuthor } from "./hosted-changes.ts";
import {
  archiveOf,
  entriesAt,
  HostedRepositories,
  type HostedEntry,
  type HostedRepository,
} from "./hosted-repositories.ts";
import { findEndpoint } from "./repository-endpoint.ts";
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
/** User ID of the App's bot. */
const BOT_ID = 77_000;
const IS_OF_REPOSITORY = /^\/api\/v3\/(?:repositories\/(\d+)|repos\/([^/]+)\/([^/]+))(?:\/(.+))?$/;
const IS_COMMIT = /^(git\/trees|git\/blobs|tarball)\/([0-9a-f]{40})$/;
const IS_LIST = /^\/api\/v3\/(?:user\/installations(?:\/\d+\/repositories)?|installation\/repositories)$/;
const IS_POSTED = /^\/api\/(?:graphql|v3\/app\/installations\/\d+\/access_tokens)$/;
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
    if (!entries || query.get("token") !== "signed") return notFound();
    const body = await archiveOf(repository, entries);
    return { status: 200, headers: { "Content-Type": "application/x-gzip" }, body };
  });
  /** An installation's token keeps the permissions that the installation had when it was created. */
  const lacksByToken = new Map<string, readonly string[]>();
  const repositories = new HostedRepositories();
  const fake: FakeGitHub = {
    login: LOGIN,
    url: `${api.origin}/${LOGIN}`,
    hosts: [api.origin, codeload.origin].map((origin) => new URL(origin).host),
    repositories,
    changes: new HostedChanges(repositories),
    tokens: new Set(["valid-token"]),
    withheld: new Map(),
    writesLeft: Infinity,
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
    if (!installation) return notFound();
    const token = `installation-${id}-${fake.tokens.size}`;
    fake.tokens.add(token);
    lacksByToken.set(token, fake.withheld.get(id) ?? []);
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
    if (path === "/api/v3/user" && callerOf(request).author === TOKEN_USER)
      return restResponse("private-user", 200, userObject(TOKEN_USER));
    const match = IS_OF_REPOSITORY.exec(path);
    if (!match) return json(403, { message: "Resource not accessible by integration" });
    const [, byId, owner, name = "", rest = ""] = match;
    const found =
      byId === undefined
        ? owner === fake.login && repositories.find(name)
        : repositories.all.find((one) => String(one.id) === byId);
    if (!found) return redirectRenamed(request, name, rest);
    const [, what, id] = IS_COMMIT.exec(rest) ?? [];
    return what === undefined ? answerEndpoint(request, found, rest) : answerCommit(found, what, id);
  }

  function answerCommit(found: HostedRepository, what: string, id: string | undefined): FakeResponse {
    if (what === "git/blobs") {
      const entry = found.commits.flatMap(({ entries }) => entries).find((one) => one.oid === id);
      return entry ? { status: 200, body: entry.text } : notFound();
    }
    const entries = entriesAt(found, id);
    if (!entries) return notFound();
    return what === "tarball"
      ? {
          status: 302,
          headers: { Location: `${codeload.origin}/${found.id}/legacy.tar.gz/${id}?token=signed` },
        }
      : restResponse("git-tree", 200, treeOf(id, entries));
  }

  function answerEndpoint(request: FakeRequest, repository: HostedRepository, rest: string): FakeResponse {
    const { method, query, path } = request;
    const { endpoint, groups } = findEndpoint(CHANGE_ENDPOINTS, method, rest) ?? {};
    if (!endpoint || !groups) return notFound();
    const { author, lacks } = callerOf(request);
    if (lacks.includes(endpoint.permission ?? "")) {
      const caller = author.appId === null ? "personal access token" : "integration";
      return json(403, { message: `Resource not accessible by ${caller}` });
    }
    if (method !== "GET" && (fake.writesLeft -= 1) < 0) {
      const message = "You have exceeded a secondary rate limit. Please wait a few minutes.";
      return json(403, { message }, { "Retry-After": "60" });
    }
    const body = endpoint.body?.safeParse(JSON.parse(request.body));
    if (body?.success === false) {
      fake.violations.push(`${method} ${path}: ${body.error.message}`);
      return invalid(body.error.message);
    }
    const url = `${api.origin}${path}`;
    return endpoint.answer({ fake, repository, query, url, body: body?.data, author }, ...groups);
  }

  /** Returns who sends a request, and the permissions that the credential lacks. */
  function callerOf(request: FakeRequest): { author: HostedAuthor; lacks: readonly string[] } {
    const token = bearerOf(request);
    const installation = /^installation-(\d+)-/.exec(token)?.[1];
    const lacks = (installation === undefined ? fake.withheld : lacksByToken).get(token) ?? [];
    if (installation === undefined || !app) return { author: TOKEN_USER, lacks };
    return { author: { id: BOT_ID, login: "knockon[bot]", appId: app.id }, lacks };
  }

  /** Redirects the former name of a renamed repository. */
  function redirectRenamed({ method, query }: FakeRequest, name: string, rest: string): FakeResponse {
    const renamed = repositories.all.find((one) => one.formerPaths.includes(name));
    if (!renamed) return notFound();
    const search = query.size === 0 ? "" : `?${query.toString()}`;
    const location = `${api.origin}/api/v3/repositories/${renamed.id}/${rest}${search}`;
    return json(method === "GET" ? 301 : 307, { message: "Moved", url: location }, { Location: location });
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
  const match = IS_OF_REPOSITORY.exec(path);
  const rest = match?.[4] ?? "";
  const endpoint = match ? findEndpoint(CHANGE_ENDPOINTS, method, rest)?.endpoint : undefined;
  const allowed =
    endpoint?.parameters ??
    (rest.startsWith("git/trees/") ? ["recursive"] : IS_LIST.test(path) ? PAGING : []);
  const unknown = [...query.keys()].find((name) => !allowed.includes(name));
  if (unknown !== undefined) return `unknown parameter ${unknown}`;
  const isKnown =
    endpoint !== undefined ||
    (method === "GET" && (IS_COMMIT.test(rest) || IS_LIST.test(path) || path === "/api/v3/user")) ||
    (method === "POST" && IS_POSTED.test(path));
  return isKnown ? undefined : "unknown path";
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
  const isApp = iss === appId || iss === appObject(appId).client_id;
  return isApp && Number(iat) <= now && Number(exp) > now && Number(exp) - now <= 600;
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
