import { CredentialRefusedError, type GitHost, type OrgAccess } from "@knockon/core/ports/git-host";
import { appTokens } from "./github/app-tokens.ts";
import { gitHubClient } from "./github/github-client.ts";
import { gitHubGitHost } from "./github/github-git-host.ts";
import { parseGitHubOrg, type GitHubOrg } from "./org-url.ts";
import { gitLabClient } from "./gitlab/gitlab-client.ts";
import { gitLabGitHost } from "./gitlab/gitlab-git-host.ts";
import { parseGitLabGroup } from "./org-url.ts";
import { guardedHttp } from "./http/guarded-http.ts";
import type { GitHostSettings } from "./open-git-host.ts";

/** Opens GitHub and GitLab hosts. They share guarded connections and cached installation tokens. */
export function openRemoteHosts({ allowedHosts, githubApp }: GitHostSettings): (org: OrgAccess) => GitHost {
  const send = guardedHttp(allowedHosts);
  const tokens = githubApp && appTokens(send, githubApp);

  const authorizeGitHub = (org: GitHubOrg, credential: OrgAccess["credential"]) => async () => {
    if (credential?.type === "token") return `Bearer ${credential.token}`;
    if (!credential)
      throw new CredentialRefusedError("GitHub requires a credential to list an organization.");
    if (!tokens) throw new CredentialRefusedError("This deployment has no GitHub App.");
    return `Bearer ${await tokens(org, credential)}`;
  };

  return ({ platform, url, credential }) => {
    if (platform === "github") {
      const org = parseGitHubOrg(url);
      const app =
        credential?.type === "installation" && githubApp
          ? { id: githubApp.id, installationId: credential.installationId }
          : null;
      return gitHubGitHost(gitHubClient(send, org, authorizeGitHub(org, credential), app));
    }
    if (credential?.type === "installation")
      throw new CredentialRefusedError("Installations are only supported for GitHub.");
    return gitLabGitHost(gitLabClient(send, parseGitLabGroup(url), credential?.token ?? null));
  };
}
