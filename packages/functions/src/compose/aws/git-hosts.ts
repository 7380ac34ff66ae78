import { openGitHost } from "@knockon/adapters/git-host/open-git-host";
import type { ComposePort } from "../aws.ts";
import { parseHostSettings } from "../settings.ts";

/** Tenants share the App and could enter any installation number, so only recorded or granted ones may be used. See docs/deploy.md. */
export const composeGitHosts: ComposePort = (env) => {
  const { allowedHosts, githubApp } = parseHostSettings(env);
  return {
    openGitHost: openGitHost({
      localOrgRoots: env["LOCAL_ORG_ROOTS"]?.split(":") ?? [],
      allowedHosts,
      githubApp: githubApp && { ...githubApp, granted: githubApp.granted ?? new Set() },
    }),
  };
};
