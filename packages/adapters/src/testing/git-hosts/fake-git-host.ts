import type { HostedRepositories } from "./hosted-repositories.ts";
import type { FakeResponse, FakeRequest } from "./fake-server.ts";

/** A git host of our own: what tests and their faults need of either kind. */
export interface FakeGitHost {
  /** Of the one org that it has. */
  url: string;
  /** `host:port` of all of it, for the allow-list. */
  hosts: string[];
  repositories: HostedRepositories;
  /** Those that are accepted. */
  tokens: Set<string>;
  /** Answers instead of the peer when it returns something; asked about every request of the interface. */
  interfere: (request: FakeRequest) => FakeResponse | undefined;
  /** What was asked in a way that the host does not know: unknown paths and parameters, missing headers. */
  violations: string[];
  /** The path of every request, in order. */
  requests: string[];
  /** Throws if there were violations. */
  close(): Promise<void>;
}

export function expectNone(violations: readonly string[]): void {
  if (violations.length > 0)
    throw new Error(`Asked in a way that the host does not know: ${violations.join("; ")}`);
}
