import type { z } from "zod";
import type { FakeGitHost } from "./fake-git-host.ts";
import type { FakeResponse } from "./fake-server.ts";
import type { HostedAuthor } from "./hosted-changes.ts";
import type { HostedRepository } from "./hosted-repositories.ts";

/** A request below a repository. */
export interface RepositoryRequest {
  fake: FakeGitHost;
  repository: HostedRepository;
  query: URLSearchParams;
  /** Without the query. */
  url: string;
  /** As the endpoint's schema accepted it. */
  body: unknown;
  author: HostedAuthor;
}

/** An endpoint below a repository. */
export interface RepositoryEndpoint {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Its groups are the arguments of `answer`. */
  path: RegExp;
  parameters?: readonly string[];
  /** What a credential needs, as in `withheld`. */
  permission?: string;
  body?: z.ZodType;
  answer(asked: RepositoryRequest, ...groups: string[]): FakeResponse;
}

export function findEndpoint(
  endpoints: readonly RepositoryEndpoint[],
  method: string,
  rest: string,
): { endpoint: RepositoryEndpoint; groups: string[] } | undefined {
  for (const endpoint of endpoints) {
    const match = endpoint.method === method ? endpoint.path.exec(rest) : null;
    if (match) return { endpoint, groups: match.slice(1) };
  }
  return undefined;
}

const MAX_PAGE_SIZE = 100;
/** GitLab's default. GitHub's is 30. */
const DEFAULT_PAGE_SIZE = 20;

/** Returns a page of a list, counted from 1, and the `Link` header to the next one. */
export function pageOf<T>(
  items: readonly T[],
  { query, url }: Pick<RepositoryRequest, "query" | "url">,
): { page: T[]; headers: Record<string, string> } {
  const size = Math.min(Number(query.get("per_page") ?? DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE);
  const number = Number(query.get("page") ?? 1);
  const next = new URLSearchParams(query);
  next.set("page", String(number + 1));
  const hasMore = number * size < items.length;
  return {
    page: items.slice((number - 1) * size, number * size),
    headers: hasMore ? { Link: `<${url}?${next.toString()}>; rel="next"` } : {},
  };
}
