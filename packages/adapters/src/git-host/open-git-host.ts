import {
  HostRefusedError,
  type GitHost,
  type OpenGitHost,
  type OrgAccess,
} from "@knockon/core/ports/git-host";
import type { ChangeHost } from "@knockon/core/ports/change-host";
import { MAX_COMMENT_LENGTH } from "./text-limits.ts";
import type { GitHubApp } from "./github/app-tokens.ts";
import { localGitHost } from "./local/local-git-host.ts";

export interface GitHostSettings {
  /** Folders that may contain `local` orgs. If empty, `local` orgs are not allowed. */
  localOrgRoots: readonly string[];
  /** `host` or `host:port` of hosts that may be private or without TLS. */
  allowedHosts: readonly string[];
  /** Null if the deployment has no GitHub App. */
  githubApp: GitHubApp | null;
}

/** Loads the network clients on first use. */
export function openGitHost(settings: GitHostSettings): OpenGitHost {
  const load = async () => {
    const { openRemoteHosts } = await import("./open-remote-hosts.ts");
    return openRemoteHosts(settings);
  };
  let loaded: ReturnType<typeof load> | undefined;
  const openRemote = async (org: OrgAccess): Promise<GitHost> => (await (loaded ??= load()))(org);
  return (org) => {
    if (org.platform !== "local") return lazyGitHost(org.platform, () => openRemote(org));
    if (settings.localOrgRoots.length === 0) {
      throw new HostRefusedError("Local organizations require LOCAL_ORG_ROOTS.");
    }
    return localGitHost(org.url, settings.localOrgRoots);
  };
}

const lazyGitHost = (platform: "github" | "gitlab", open: () => Promise<GitHost>): GitHost => ({
  changes: lazyChangeHost(platform, async () => {
    const { changes } = await open();
    if (!changes) throw new HostRefusedError("The host has no pull requests.");
    return changes;
  }),
  identify: async () => (await open()).identify(),
  listRepositories: async (cursor) => (await open()).listRepositories(cursor),
  findRepositories: async (platformIds) => (await open()).findRepositories(platformIds),
  openSnapshot: async (repository, commitSha) => (await open()).openSnapshot(repository, commitSha),
  openHistory: async (repository, commitSha, start) =>
    (await open()).openHistory(repository, commitSha, start),
});

const lazyChangeHost = (platform: "github" | "gitlab", open: () => Promise<ChangeHost>): ChangeHost => ({
  maxCommentLength: MAX_COMMENT_LENGTH[platform],
  findPullRequest: async (...given) => (await open()).findPullRequest(...given),
  findMergeBase: async (...given) => (await open()).findMergeBase(...given),
  listBranches: async (repository) => (await open()).listBranches(repository),
  reportCheck: async (...given) => (await open()).reportCheck(...given),
  findComment: async (...given) => (await open()).findComment(...given),
  writeComment: async (...given) => (await open()).writeComment(...given),
  deleteComment: async (...given) => (await open()).deleteComment(...given),
});
