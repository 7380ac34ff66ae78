import {
  CredentialRefusedError,
  HostRefusedError,
  HostUnreachableError,
  RepositoryUnreadableError,
} from "@knockon/core/ports/git-host";
import type { z } from "zod";
import type { HttpResponse, SendHttp } from "../http/guarded-http.ts";
import { busyUntil } from "../http/rate-limit.ts";
import { readJson, readText } from "../http/read-response.ts";
import { GraphQLResponse, type GraphQLError } from "./responses.ts";
import type { GitHubOrg } from "../org-url.ts";

export const HEADERS = {
  Accept: "application/vnd.github+json",
  "X-GitHub-Api-Version": "2022-11-28",
  // Returns IDs from before 2021 in their permanent form. If an ID changed, its repository would count as a new one.
  "X-Github-Next-Global-ID": "1",
};
const JSON_TIMEOUT_MS = 60_000;

export interface GitHubClient {
  org: GitHubOrg;
  /** Returns the data and any partial errors. Throws HostRefusedError, HostBusyError and HostUnreachableError. */
  graphql<T>(
    schema: z.ZodType<T>,
    query: string,
    variables: Record<string, unknown>,
  ): Promise<{ data: T; errors: GraphQLError[] }>;
  /** Requests a repository resource. Also throws RepositoryUnreadableError. */
  ofRepository(path: string, request?: { accept?: string; timeoutMs?: number }): Promise<HttpResponse>;
}

/** `authorize` returns the credential's header. It may request a token from the host. */
export function gitHubClient(send: SendHttp, org: GitHubOrg, authorize: () => Promise<string>): GitHubClient {
  return {
    org,
    async graphql(schema, query, variables) {
      const response = await send(new URL(org.graphqlUrl), {
        method: "POST",
        headers: { ...HEADERS, "Content-Type": "application/json" },
        credentials: { Authorization: await authorize() },
        body: JSON.stringify({ query, variables }),
        timeoutMs: JSON_TIMEOUT_MS,
      });
      if (response.status !== 200) throw await failureOf(org.host, response);
      const { data, errors = [] } = await readJson(org.host, response, GraphQLResponse(schema));
      if (errors.some(({ type }) => type === "RATE_LIMITED")) throw busy(response);
      if (data === null || data === undefined) throw graphqlFailure(org.host, errors);
      return { data, errors };
    },
    async ofRepository(path, { accept, timeoutMs = JSON_TIMEOUT_MS } = {}) {
      const response = await send(new URL(`${org.restUrl}${path}`), {
        headers: { ...HEADERS, ...(accept !== undefined && { Accept: accept }) },
        credentials: { Authorization: await authorize() },
        timeoutMs,
      });
      if (response.status === 200) return response;
      const failure = await failureOf(org.host, response);
      const isOfRepository =
        failure instanceof HostRefusedError && (response.status !== 401 || response.isElsewhere);
      throw isOfRepository
        ? new RepositoryUnreadableError(`${org.host} returned ${response.status}.`)
        : failure;
    },
  };
}

/** Converts an error response to an error. */
export async function failureOf(host: string, response: HttpResponse): Promise<Error> {
  const { status, headers } = response;
  const text = (await readText(host, response.body)).slice(0, 2000);
  if (isRateLimit(response, text)) return busy(response);
  if (status >= 500) return new HostUnreachableError(`${host} returned ${status}.`);
  if (status === 401) return new CredentialRefusedError(`${host} rejected the credential.`);
  if (headers["x-github-sso"] !== undefined) {
    return new CredentialRefusedError(
      `${host} requires the credential to be authorized for SAML single sign-on.`,
    );
  }
  if (status === 403) return new CredentialRefusedError(`${host} denies access with this credential.`);
  return new HostRefusedError(`${host} returned ${status}.`);
}

/** The primary limit sets a header. Secondary limits set `Retry-After` or are only named in the body. */
const isRateLimit = ({ status, headers }: HttpResponse, text: string): boolean =>
  status === 429 ||
  ((status === 403 || status === 503) && headers["retry-after"] !== undefined) ||
  (status === 403 && (headers["x-ratelimit-remaining"] === "0" || /rate limit|abuse detection/i.test(text)));

const busy = ({ headers }: HttpResponse): Error => busyUntil(headers, "x-ratelimit-reset");

/** GraphQL returns errors with status 200. */
function graphqlFailure(host: string, errors: readonly GraphQLError[]): Error {
  const isForbidden = errors.some(({ type }) => type === "FORBIDDEN" || type === "INSUFFICIENT_SCOPES");
  return isForbidden
    ? new CredentialRefusedError(`${host} denies access with this credential.`)
    : new HostUnreachableError(`${host} returned no data.`);
}
