import { openGitHost } from "@knockon/adapters/git-host/open-git-host";
import type { ComposePort } from "../aws.ts";
import { parseHostSettings } from "../host-settings.ts";

/** Tenants share the App, and anybody can write down a number: unless recorded or granted, nobody uses one. See docs/deploy.md. */
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
