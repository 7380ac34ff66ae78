import {
  HostRefusedError,
  type GitHost,
  type OpenGitHost,
  type OrgAccess,
} from "@knockon/core/ports/git-host";
import type { GitHubApp } from "./github/app-tokens.ts";
import { localGitHost } from "./local/local-git-host.ts";

export interface GitHostSettings {
  /** Folders below which `local` orgs may lie: without any, a tenant cannot name a folder of this machine. */
  localOrgRoots: readonly string[];
  /** `host` or `host:port` of the operator's own hosts, which may be private and without TLS. */
  allowedHosts: readonly string[];
  /** Null where installations are not served. */
  githubApp: GitHubApp | null;
}

/** Everything that speaks to a host over the network is loaded at its first use. */
export function openGitHost(settings: GitHostSettings): OpenGitHost {
  const load = async () => {
    const { openRemoteHosts } = await import("./open-remote-hosts.ts");
    return openRemoteHosts(settings);
  };
  let loaded: ReturnType<typeof load> | undefined;
  const openRemote = async (org: OrgAccess): Promise<GitHost> => (await (loaded ??= load()))(org);
  return (org) => {
    if (org.platform !== "local") return lazyGitHost(() => openRemote(org));
    if (settings.localOrgRoots.length === 0) {
      throw new HostRefusedError("Local organizations exist only where LOCAL_ORG_ROOTS names folders.");
    }
    return localGitHost(org.url, settings.localOrgRoots);
  };
}

const lazyGitHost = (open: () => Promise<GitHost>): GitHost => ({
  identify: async () => (await open()).identify(),
  listRepositories: async (cursor) => (await open()).listRepositories(cursor),
  findRepositories: async (platformIds) => (await open()).findRepositories(platformIds),
  openSnapshot: async (repository, commitSha) => (await open()).openSnapshot(repository, commitSha),
  openHistory: async (repository, commitSha, start) =>
    (await open()).openHistory(repository, commitSha, start),
});
