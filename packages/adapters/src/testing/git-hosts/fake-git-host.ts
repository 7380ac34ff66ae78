import type { HostedAuthor, HostedChanges } from "./hosted-changes.ts";
import type { HostedRepositories } from "./hosted-repositories.ts";
import type { FakeResponse, FakeRequest } from "./fake-server.ts";

/** The common interface of the fake git hosts. */
export interface FakeGitHost {
  /** URL of its only org. */
  url: string;
  /** Every `host:port` that it serves, for the allow-list. */
  hosts: string[];
  repositories: HostedRepositories;
  changes: HostedChanges;
  /** Accepted tokens. Delete one to revoke it. */
  tokens: Set<string>;
  /**
   * What a credential may not do, by token or installation ID: permissions of a GitHub App (`checks`, `contents`,
   * `pull_requests`, `statuses`), or on GitLab the scope `api` or the role `developer`.
   */
  withheld: Map<string, readonly string[]>;
  /** How many comments, check runs and statuses can be written until the host's rate limit. */
  writesLeft: number;
  /** Overrides the response to an API request if it returns one. */
  interfere: (request: FakeRequest) => FakeResponse | undefined;
  /** Invalid requests: unknown paths or parameters, missing headers. */
  violations: string[];
  /** Method and path of every request, in order. */
  requests: string[];
  /** Throws if there were violations. */
  close(): Promise<void>;
}

/** The user of every token. */
export const TOKEN_USER: HostedAuthor = { id: 42, login: "knockon-bot", appId: null };

export function expectNone(violations: readonly string[]): void {
  if (violations.length > 0) throw new Error(`Invalid requests: ${violations.join("; ")}`);
}
