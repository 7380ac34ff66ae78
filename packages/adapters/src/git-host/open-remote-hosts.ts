import { CredentialRefusedError, type GitHost, type OrgAccess } from "@knockon/core/ports/git-host";
import { appTokens } from "./github/app-tokens.ts";
import { gitHubClient, type GitHubAuthorization } from "./github/github-client.ts";
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

  function authorizeGitHub(org: GitHubOrg, credential: OrgAccess["credential"]): GitHubAuthorization {
    if (credential?.type === "token") {
      return { app: null, header: async () => `Bearer ${credential.token}`, forget: () => {} };
    }
    if (!credential || !tokens || !githubApp) {
      const message = credential
        ? "This deployment has no GitHub App."
        : "GitHub requires a credential to list an organization.";
      return {
        app: null,
        header: () => Promise.reject(new CredentialRefusedError(message)),
        forget: () => {},
      };
    }
    return {
      app: { id: githubApp.id, installationId: credential.installationId },
      header: async () => `Bearer ${await tokens.get(org, credential)}`,
      forget: () => tokens.forget(credential),
    };
  }

  return ({ platform, url, credential }) => {
    if (platform === "github") {
      const org = parseGitHubOrg(url);
      return gitHubGitHost(gitHubClient(send, org, authorizeGitHub(org, credential)));
    }
    if (credential?.type === "installation")
      throw new CredentialRefusedError("Installations are only supported for GitHub.");
    return gitLabGitHost(gitLabClient(send, parseGitLabGroup(url), credential?.token ?? null));
  };
}
