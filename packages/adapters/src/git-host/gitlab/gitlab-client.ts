import {
  CredentialRefusedError,
  HostRefusedError,
  HostUnreachableError,
  RepositoryUnreadableError,
} from "@knockon/core/ports/git-host";
import type { HttpResponse, SendHttp } from "../http/guarded-http.ts";
import { busyUntil } from "../http/rate-limit.ts";
import type { GitLabGroup } from "../org-url.ts";

const JSON_TIMEOUT_MS = 60_000;

export interface GitLabClient {
  group: GitLabGroup;
  /** Sends a GET request. Throws HostRefusedError, HostBusyError and HostUnreachableError. */
  get(path: string): Promise<HttpResponse>;
  /** Sends a GraphQL query. Throws the same errors. The data may be partial. */
  graphql(query: string, variables: Record<string, unknown>): Promise<HttpResponse>;
  /** Requests a project resource. Also throws RepositoryUnreadableError. */
  ofProject(path: string, timeoutMs?: number): Promise<HttpResponse>;
}

/** Without a token, only public groups are accessible. */
export function gitLabClient(send: SendHttp, group: GitLabGroup, token: string | null): GitLabClient {
  const headers = { Accept: "application/json" };
  const credentials: Record<string, string> = token === null ? {} : { "PRIVATE-TOKEN": token };
  const request = (path: string, timeoutMs = JSON_TIMEOUT_MS): Promise<HttpResponse> =>
    send(new URL(`${group.restUrl}${path}`), { headers, credentials, timeoutMs });
  const succeed = (response: HttpResponse): HttpResponse => {
    if (response.status === 200) return response;
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
    async ofProject(path, timeoutMs) {
      const response = await request(path, timeoutMs);
      if (response.status === 200) return response;
      const failure = failureOf(group.host, response);
      const isOfProject =
        failure instanceof HostRefusedError && (response.status !== 401 || response.isElsewhere);
      throw isOfProject
        ? new RepositoryUnreadableError(`${group.host} returned ${response.status}.`)
        : failure;
    },
  };
}

/** Converts an error response to an error and discards its body. */
function failureOf(host: string, { status, headers, body }: HttpResponse): Error {
  body.destroy();
  if (status === 429 || (status === 503 && headers["retry-after"] !== undefined)) {
    return busyUntil(headers, "ratelimit-reset");
  }
  if (status >= 500) return new HostUnreachableError(`${host} returned ${status}.`);
  if (status === 401) return new CredentialRefusedError(`${host} rejected the credential.`);
  if (status === 403) return new CredentialRefusedError(`${host} denies access with this credential.`);
  return new HostRefusedError(`${host} returned ${status}.`);
}

/** Returns the query string of the next page. Ignores the rest of the URL, which the host must not choose. */
export function nextQuery(link: string | string[] | undefined): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(String(link ?? ""))?.[1];
  return (next !== undefined && URL.parse(next)?.search.slice(1)) || null;
}
