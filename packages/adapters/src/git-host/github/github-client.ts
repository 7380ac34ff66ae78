import {
  CredentialRefusedError,
  HostRefusedError,
  HostUnreachableError,
  MissingPermissionError,
  RepositoryUnreadableError,
} from "@knockon/core/ports/git-host";
import type { z } from "zod";
import type { HttpRequest, HttpResponse, SendHttp } from "../http/guarded-http.ts";
import { busyUntil } from "../http/rate-limit.ts";
import { readJson, readText } from "../http/read-response.ts";
import { isExpected, MAX_PAGES, tooManyPages, type RestRequest } from "../http/rest-request.ts";
import { GraphQLResponse, type GraphQLError } from "./responses.ts";
import type { GitHubOrg } from "../org-url.ts";

export const HEADERS = {
  Accept: "application/vnd.github+json",
  "X-GitHub-Api-Version": "2022-11-28",
  // Returns IDs from before 2021 in their permanent form. If an ID changed, its repository would count as a new one.
  "X-Github-Next-Global-ID": "1",
};
const JSON_TIMEOUT_MS = 60_000;

/** The App that the requests come from. */
export interface ActingApp {
  /** App ID or client ID. */
  id: string;
  installationId: string;
}

export interface GitHubClient {
  org: GitHubOrg;
  /** Null if the credential is a user's token. */
  app: ActingApp | null;
  /** Returns the data and any partial errors. Throws HostRefusedError, HostBusyError and HostUnreachableError. */
  graphql<T>(
    schema: z.ZodType<T>,
    query: string,
    variables: Record<string, unknown>,
  ): Promise<{ data: T; errors: GraphQLError[] }>;
  /** Sends a GET request. Throws the same errors. */
  get(path: string): Promise<HttpResponse>;
  /** Requests a repository resource. Also throws RepositoryUnreadableError and MissingPermissionError. */
  ofRepository(path: string, request?: RestRequest): Promise<HttpResponse>;
}

export interface GitHubAuthorization {
  /** Null for a user's token. */
  app: ActingApp | null;
  /** Returns the credential's header. May request a token from the host. */
  header(): Promise<string>;
  /** Discards a cached token. The next request uses a new one. */
  forget(): void;
}

export function gitHubClient(
  send: SendHttp,
  org: GitHubOrg,
  { app, header, forget }: GitHubAuthorization,
): GitHubClient {
  /** Repeats a request once with a new token if the App's token is no longer valid, as after a suspension. */
  const sendAuthorized = async (
    url: string,
    options: Omit<HttpRequest, "credentials">,
  ): Promise<HttpResponse> => {
    const sendOnce = async () =>
      send(new URL(url), { ...options, credentials: { Authorization: await header() } });
    const response = await sendOnce();
    if (!app || response.status !== 401 || response.isElsewhere) return response;
    response.body.destroy();
    forget();
    return sendOnce();
  };
  const request = (
    path: string,
    { method = "GET", accept = HEADERS.Accept, timeoutMs = JSON_TIMEOUT_MS, body }: RestRequest,
  ): Promise<HttpResponse> =>
    sendAuthorized(`${org.restUrl}${path}`, {
      method,
      headers: { ...HEADERS, Accept: accept, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs,
    });
  return {
    org,
    app,
    async graphql(schema, query, variables) {
      const response = await sendAuthorized(org.graphqlUrl, {
        method: "POST",
        headers: { ...HEADERS, "Content-Type": "application/json" },
        body: JSON.stringify({ query, variables }),
        timeoutMs: JSON_TIMEOUT_MS,
      });
      if (response.status !== 200) throw await failureOf(org.host, response);
      const { data, errors = [] } = await readJson(org.host, response, GraphQLResponse(schema));
      if (errors.some(({ type }) => type === "RATE_LIMITED")) throw busy(response);
      if (data === null || data === undefined) throw graphqlFailure(org.host, errors);
      return { data, errors };
    },
    async get(path) {
      const response = await request(path, {});
      if (response.status === 200) return response;
      throw await failureOf(org.host, response);
    },
    async ofRepository(path, options = {}) {
      const response = await request(path, options);
      if (isExpected(response, options)) return response;
      const text = await readText(org.host, response.body);
      const failure = failureFrom(org.host, response, text);
      const isLacking = failure instanceof CredentialRefusedError && IS_LACKING.test(text);
      // A token does not get a permission that an owner accepts later.
      if (isLacking) forget();
      if (isLacking && options.permission) throw lacking(org, app, options.permission);
      const isOfRepository =
        failure instanceof HostRefusedError && (response.status !== 401 || response.isElsewhere);
      throw isOfRepository
        ? new RepositoryUnreadableError(`${org.host} returned ${response.status}.`)
        : failure;
    },
  };
}

/** Returns the path of a repository's resources. */
export const repositoryPath = (fullPath: string): string =>
  `/repos/${fullPath.split("/").map(encodeURIComponent).join("/")}`;

/** GitHub's maximum page size. */
const PAGE_SIZE = 100;

/** Reads a listing until its last page. Throws RepositoryUnreadableError after `MAX_PAGES`. */
export async function* readPages<T>(
  client: GitHubClient,
  path: string,
  schema: z.ZodType<T>,
  options: RestRequest,
): AsyncGenerator<T> {
  const separator = path.includes("?") ? "&" : "?";
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const paged = `${path}${separator}per_page=${PAGE_SIZE}&page=${number}`;
    const response = await client.ofRepository(paged, options);
    yield await readJson(client.org.host, response, schema);
    if (!/rel="next"/.test(String(response.headers["link"] ?? ""))) return;
  }
  throw tooManyPages(client.org.host);
}

/** Converts an error response to an error. */
export const failureOf = async (host: string, response: HttpResponse): Promise<Error> =>
  failureFrom(host, response, await readText(host, response.body));

function failureFrom(host: string, response: HttpResponse, text: string): Error {
  const { status, headers } = response;
  if (isRateLimit(response, text.slice(0, 2000))) return busy(response);
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

const IS_LACKING = /not accessible by (?:integration|personal access token)/i;

/** The message names the permission and the page on which it can be granted. */
function lacking(
  { host, login }: GitHubOrg,
  app: ActingApp | null,
  permission: string,
): MissingPermissionError {
  return new MissingPermissionError(
    app
      ? `The GitHub App lacks the permission "${permission}". An owner of ${login} can accept it at ` +
          `https://${host}/organizations/${login}/settings/installations/${app.installationId}.`
      : `The access token lacks the permission "${permission}". Its owner can add it at https://${host}/settings/tokens.`,
  );
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
