import {
  CredentialRefusedError,
  HostRefusedError,
  HostUnreachableError,
  MissingPermissionError,
  RepositoryUnreadableError,
} from "@knockon/core/ports/git-host";
import type { z } from "zod";
import type { HttpResponse, SendHttp } from "../http/guarded-http.ts";
import { busyUntil } from "../http/rate-limit.ts";
import { readJson, readText } from "../http/read-response.ts";
import { isExpected, MAX_PAGES, tooManyPages, type RestRequest } from "../http/rest-request.ts";
import type { GitLabGroup } from "../org-url.ts";

const JSON_TIMEOUT_MS = 60_000;

export interface GitLabClient {
  group: GitLabGroup;
  /** Sends a GET request. Throws HostRefusedError, HostBusyError and HostUnreachableError. */
  get(path: string): Promise<HttpResponse>;
  /** Sends a GraphQL query. Throws the same errors. The data may be partial. */
  graphql(query: string, variables: Record<string, unknown>): Promise<HttpResponse>;
  /** Requests a project resource. Also throws RepositoryUnreadableError and MissingPermissionError. */
  ofProject(path: string, request?: RestRequest): Promise<HttpResponse>;
}

/** Without a token, only public groups are accessible. */
export function gitLabClient(send: SendHttp, group: GitLabGroup, token: string | null): GitLabClient {
  const headers = { Accept: "application/json" };
  const credentials: Record<string, string> = token === null ? {} : { "PRIVATE-TOKEN": token };
  const request = (
    path: string,
    { method = "GET", timeoutMs = JSON_TIMEOUT_MS, body }: RestRequest = {},
  ): Promise<HttpResponse> =>
    send(new URL(`${group.restUrl}${path}`), {
      method,
      headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
      credentials,
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs,
    });
  const succeed = (response: HttpResponse): HttpResponse => {
    if (response.status === 200) return response;
    response.body.destroy();
    throw failureOf(group.host, response);
  };
  return {
    group,
    get: async (path) => succeed(await request(path)),
    graphql: async (query, variables) =>
      succeed(
        await send(new URL(group.graphqlUrl), {
          method: "POST",
          headers: { ...headers, "Content-Type": "application/json" },
          credentials,
          body: JSON.stringify({ query, variables }),
          timeoutMs: JSON_TIMEOUT_MS,
        }),
      ),
    async ofProject(path, options = {}) {
      const response = await request(path, options);
      if (isExpected(response, options)) return response;
      const { status } = response;
      const text = await readText(group.host, response.body);
      const failure = failureOf(group.host, response);
      const isRefused = failure instanceof CredentialRefusedError && status === 403;
      if (isRefused && options.permission) throw lacking(group, text, options.permission);
      const isOfProject = failure instanceof HostRefusedError && (status !== 401 || response.isElsewhere);
      throw isOfProject ? new RepositoryUnreadableError(`${group.host} returned ${status}.`) : failure;
    },
  };
}

/** GitLab's maximum page size. */
const PAGE_SIZE = 100;

/** Reads a listing of a project until its last page. Throws RepositoryUnreadableError after `MAX_PAGES`. */
export async function* readPages<T>(
  client: GitLabClient,
  path: string,
  schema: z.ZodType<T>,
): AsyncGenerator<T> {
  const separator = path.includes("?") ? "&" : "?";
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const response = await client.ofProject(`${path}${separator}per_page=${PAGE_SIZE}&page=${number}`);
    yield await readJson(client.group.host, response, schema);
    if (nextQuery(response.headers["link"]) === null) return;
  }
  throw tooManyPages(client.group.host);
}

/** Converts an error response to an error. Its body is read or discarded by the caller. */
function failureOf(host: string, { status, headers }: HttpResponse): Error {
  if (status === 429 || (status === 503 && headers["retry-after"] !== undefined)) {
    return busyUntil(headers, "ratelimit-reset");
  }
  if (status >= 500) return new HostUnreachableError(`${host} returned ${status}.`);
  if (status === 401) return new CredentialRefusedError(`${host} rejected the credential.`);
  if (status === 403) return new CredentialRefusedError(`${host} denies access with this credential.`);
  return new HostRefusedError(`${host} returned ${status}.`);
}

/** The message names the scope or role, and the page on which an owner can grant it. */
function lacking({ host, path }: GitLabGroup, text: string, role: string): MissingPermissionError {
  const isScope = text.includes("insufficient_scope");
  return new MissingPermissionError(
    isScope
      ? `The access token lacks the scope "api". An owner of ${path} can create a token with it at ` +
          `https://${host}/groups/${path}/-/settings/access_tokens.`
      : `The user of the access token lacks the role "${role}". An owner of ${path} can grant it at ` +
          `https://${host}/groups/${path}/-/group_members.`,
  );
}

/** Returns the query string of the next page. Ignores the rest of the URL, which the host must not choose. */
export function nextQuery(link: string | string[] | undefined): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(String(link ?? ""))?.[1];
  return (next !== undefined && URL.parse(next)?.search.slice(1)) || null;
}
