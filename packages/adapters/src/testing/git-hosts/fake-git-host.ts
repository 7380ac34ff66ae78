import type { HostedRepositories } from "./hosted-repositories.ts";
import type { FakeResponse, FakeRequest } from "./fake-server.ts";

/** The common interface of the fake git hosts. */
export interface FakeGitHost {
  /** URL of its only org. */
  url: string;
  /** Every `host:port` that it serves, for the allow-list. */
  hosts: string[];
  repositories: HostedRepositories;
  /** Accepted tokens. */
  tokens: Set<string>;
  /** Overrides the response to an API request if it returns one. */
  interfere: (request: FakeRequest) => FakeResponse | undefined;
  /** Invalid requests: unknown paths or parameters, missing headers. */
  violations: string[];
  /** The path of every request, in order. */
  requests: string[];
  /** Throws if there were violations. */
  close(): Promise<void>;
}

export function expectNone(violations: readonly string[]): void {
  if (violations.length > 0) throw new Error(`Invalid requests: ${violations.join("; ")}`);
}
